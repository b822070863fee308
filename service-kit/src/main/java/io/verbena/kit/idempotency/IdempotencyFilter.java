package io.verbena.kit.idempotency;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Runs a POST that has an {@code Idempotency-Key} in one transaction with its key's row. Nothing reaches the client before
 * the commit. It sits behind Spring Security, as the key belongs to the caller.
 */
final class IdempotencyFilter extends OncePerRequestFilter {
    private static final String HEADER = "Idempotency-Key";
    private static final int FIRST_REFUSAL = 400;

    private final String service;
    private final IdempotencyKeys keys;
    private final TransactionTemplate transaction;

    IdempotencyFilter(String service, IdempotencyKeys keys, TransactionTemplate transaction) {
        this.service = service;
        this.keys = keys;
        this.transaction = transaction;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getMethod().equals("POST")
                || request.getHeader(HEADER) == null
                || request.getUserPrincipal() == null;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var scope = new IdempotencyScope(
                service,
                request.getUserPrincipal().getName(),
                request.getMethod(),
                request.getRequestURI(),
                IdempotencyScope.parseKey(request.getHeader(HEADER)));
        var repeatable = RepeatableRequest.read(request);
        byte[] fingerprint = fingerprint(request.getQueryString(), repeatable.body());
        var buffered = new ContentCachingResponseWrapper(response);
        Optional<StoredAnswer> replay =
                transaction.execute(status -> once(scope, fingerprint, repeatable, buffered, chain, status));
        if (replay.isPresent()) {
            replay.get().writeTo(response);
        } else {
            buffered.copyBodyToResponse();
        }
    }

    /** The stored answer, or empty after the request was carried out into {@code buffered}. */
    private Optional<StoredAnswer> once(
            IdempotencyScope scope,
            byte[] fingerprint,
            RepeatableRequest request,
            ContentCachingResponseWrapper buffered,
            FilterChain chain,
            TransactionStatus status) {
        if (!keys.tryLock(scope)) {
            throw new ProblemException(
                    ProblemType.IDEMPOTENCY_IN_PROGRESS,
                    "The first request with this key is still running; ask again.",
                    Map.of("retryAfterSeconds", 1));
        }
        Optional<StoredAnswer> stored = keys.find(scope);
        if (stored.isPresent()) {
            if (!stored.get().isFor(fingerprint)) {
                throw new ProblemException(
                        ProblemType.IDEMPOTENCY_MISMATCH,
                        "This key was used with another body or query on this path; use a new key.");
            }
            return stored;
        }
        carryOut(request, buffered, chain);
        if (buffered.getStatus() >= FIRST_REFUSAL) {
            status.setRollbackOnly();
        } else {
            keys.store(scope, answerOf(buffered, fingerprint));
        }
        return Optional.empty();
    }

    private static void carryOut(RepeatableRequest request, HttpServletResponse response, FilterChain chain) {
        try {
            chain.doFilter(request, response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ServletException e) {
            throw new IllegalStateException("carrying out a request with an Idempotency-Key", e);
        }
    }

    private static StoredAnswer answerOf(ContentCachingResponseWrapper response, byte[] fingerprint) {
        return new StoredAnswer(
                fingerprint,
                response.getStatus(),
                response.getHeader("Location"),
                response.getHeader("ETag"),
                response.getContentType(),
                response.getContentAsByteArray());
    }

    private static byte[] fingerprint(@Nullable String query, byte[] body) {
        MessageDigest digest = IdempotencyScope.sha256();
        digest.update((query == null ? "" : query).getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        return digest.digest(body);
    }
}
