package io.verbena.kit.problem;

import io.verbena.contracts.ProblemType;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.NestedRuntimeException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.dao.UncategorizedDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtValidationException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.validation.ObjectError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.ServletRequestBindingException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/**
 * Turns every exception into a problem. Errors outside of controllers come here too ({@link ProblemFilter},
 * {@link ProblemEntryPoints}), so that this is the only place that knows what an exception means to a client.
 *
 * <p>Last in order: an advice of a service that knows better comes first.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
final class ProblemAdvice extends ResponseEntityExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    /** Long enough for a pool to find a connection, or a locked row to be let go. */
    private static final int RETRY_AFTER_SECONDS = 1;

    /** Classes of SQL states: no connection, no resources, shut down or starting, an error of the system below. */
    private static final Set<String> AWAY = Set.of("08", "53", "57", "58");

    private static final String DISK_FULL = "53100";
    private static final String TOO_MANY_CONNECTIONS = "53300";

    @ExceptionHandler
    ResponseEntity<Object> onProblem(ProblemException e, WebRequest request) {
        return answer(e.problem(), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> onOptimisticLock(OptimisticLockingFailureException e, WebRequest request) {
        return answer(
                ProblemType.PRECONDITION_FAILED, "Somebody changed the object meanwhile; read it again.", request);
    }

    @ExceptionHandler
    ResponseEntity<Object> onDuplicate(DuplicateKeyException e, WebRequest request) {
        return answer(ProblemType.ALREADY_EXISTS, "An object with this name exists already.", request);
    }

    @ExceptionHandler
    ResponseEntity<Object> onContention(ConcurrencyFailureException e, WebRequest request) {
        return unavailable("Other requests hold what this one needs; try again.", e, request);
    }

    @ExceptionHandler({
        CannotCreateTransactionException.class,
        DataAccessResourceFailureException.class,
        TransientDataAccessResourceException.class,
        QueryTimeoutException.class
    })
    ResponseEntity<Object> onDatabaseAway(NestedRuntimeException e, WebRequest request) {
        String detail = switch (sqlState(e)) {
            case DISK_FULL -> "The database has no room on its disk to write.";
            case TOO_MANY_CONNECTIONS -> "The database has as many connections as it may.";
            case null, default -> "The database does not answer.";
        };
        return unavailable(detail, e, request);
    }

    /** A connection that breaks within a transaction shows itself once more when the rollback fails, and that one is thrown. */
    @ExceptionHandler({TransactionSystemException.class, UncategorizedDataAccessException.class})
    ResponseEntity<Object> onBrokenTransaction(NestedRuntimeException e, WebRequest request) {
        String state = sqlState(e);
        boolean away = e.getMostSpecificCause() instanceof SQLException
                && (state == null || AWAY.contains(state.substring(0, 2)));
        return away ? onDatabaseAway(e, request) : onAnythingElse(e, request);
    }

    private static @Nullable String sqlState(NestedRuntimeException e) {
        return e.getMostSpecificCause() instanceof SQLException cause ? cause.getSQLState() : null;
    }

    @ExceptionHandler
    ResponseEntity<Object> onIssuerAway(AuthenticationServiceException e, WebRequest request) {
        return unavailable("The token cannot be checked: its issuer does not answer.", e, request);
    }

    @ExceptionHandler
    ResponseEntity<Object> onUnauthenticated(AuthenticationException e, WebRequest request) {
        String need = "Send 'Authorization: Bearer' with a valid token of this system's issuer.";
        String detail = switch (e.getCause()) {
            // Its signature is right. Where a new token seems old, or not yet good, a clock is wrong.
            case JwtValidationException invalid ->
                invalid.getMessage() + ". The clock here says " + Instant.now().truncatedTo(ChronoUnit.SECONDS) + ". "
                        + need;
            case BadJwtException bad -> bad.getMessage() + ". " + need;
            case null, default -> need;
        };
        return answer(ProblemType.UNAUTHENTICATED, detail, request);
    }

    @ExceptionHandler
    ResponseEntity<Object> onDenied(AccessDeniedException e, WebRequest request) {
        return answer(ProblemType.PERMISSION_DENIED, "The token's roles do not allow this request.", request);
    }

    @ExceptionHandler
    ResponseEntity<Object> onAnythingElse(Exception e, WebRequest request) {
        String traceId = TraceIds.of(request);
        log.error("request {} failed, traceId {}", request.getDescription(false), traceId, e);
        return answer(new Problem(ProblemType.INTERNAL, "The log has more under this traceId."), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (e.getCause() instanceof StreamConstraintsException limit && isOfLength(limit)) {
            return answer(BodyLimit.exceeded(), request);
        }
        return answer(invalid(e.getCause() instanceof JacksonException json ? jsonError(json) : MISSING_BODY), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        var errors = new ArrayList<FieldError>();
        for (ObjectError error : e.getBindingResult().getAllErrors()) {
            String path = error instanceof org.springframework.validation.FieldError field ? field.getField() : "";
            errors.add(constraintError(FieldError.pointerOf(path), error.getDefaultMessage()));
        }
        return answer(invalid(errors), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        var errors = new ArrayList<FieldError>();
        for (var result : e.getParameterValidationResults()) {
            String name = result.getMethodParameter().getParameterName();
            for (var error : result.getResolvableErrors()) {
                String pointer = error instanceof org.springframework.validation.FieldError field
                        ? FieldError.pointerOf(field.getField())
                        : "?" + name;
                errors.add(constraintError(pointer, error.getDefaultMessage()));
            }
        }
        return answer(invalid(errors), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String name = e instanceof MethodArgumentTypeMismatchException argument ? argument.getName() : "";
        Class<?> type = e.getRequiredType();
        String detail = "'" + e.getValue() + "' is no " + (type == null ? "valid value" : type.getSimpleName());
        return answer(invalid(new FieldError("?" + name, "TYPE_MISMATCH", detail)), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleServletRequestBindingException(
            ServletRequestBindingException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String detail = e.getBody().getDetail();
        return answer(
                ProblemType.INVALID_REQUEST, detail == null ? "A parameter or header is missing." : detail, request);
    }

    /** All other exceptions of Spring MVC: their status says which problem they are. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception e, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ProblemType type = typeOf(status.value());
        if (type == ProblemType.INTERNAL) {
            return onAnythingElse(e, request);
        }
        ResponseEntity<Object> answer = answer(type, detailOf(type), request);
        return ResponseEntity.status(answer.getStatusCode())
                .headers(headers)
                .headers(answer.getHeaders())
                .body(answer.getBody());
    }

    /** @param status of an error that no exception of ours explains */
    static ProblemType typeOf(int status) {
        return switch (status) {
            case 401 -> ProblemType.UNAUTHENTICATED;
            case 403 -> ProblemType.PERMISSION_DENIED;
            case 404 -> ProblemType.NOT_FOUND;
            case 405 -> ProblemType.METHOD_NOT_ALLOWED;
            case 406 -> ProblemType.NOT_ACCEPTABLE;
            case 415 -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
            case 503 -> ProblemType.UNAVAILABLE;
            default -> status >= 400 && status < 500 ? ProblemType.INVALID_REQUEST : ProblemType.INTERNAL;
        };
    }

    static String detailOf(ProblemType type) {
        return switch (type) {
            case NOT_FOUND -> "Nothing of that name is here, or it is not yours to see.";
            case METHOD_NOT_ALLOWED -> "The header Allow names the methods of this resource.";
            case NOT_ACCEPTABLE -> "Accept application/json.";
            case UNSUPPORTED_MEDIA_TYPE -> "Send the body as application/json.";
            default -> type.title();
        };
    }

    private static final FieldError MISSING_BODY = new FieldError("", "MISSING_BODY", "A JSON body is needed");

    /** Jackson has one exception for all its limits, and tells them apart by the words. */
    private static boolean isOfLength(StreamConstraintsException e) {
        return e.getOriginalMessage().startsWith("Document length");
    }

    private static FieldError jsonError(JacksonException e) {
        if (e instanceof UnrecognizedPropertyException) {
            return new FieldError(FieldError.pointerOf(e), "UNKNOWN_FIELD", "There is no such field");
        }
        if (e instanceof StreamReadException) {
            return new FieldError(FieldError.pointerOf(e), "MALFORMED_JSON", e.getOriginalMessage());
        }
        // Jackson's own words name our classes; the pointer says more to a client.
        return new FieldError(
                FieldError.pointerOf(e), "INVALID_VALUE", "The value is missing, of another type, or out of range");
    }

    private static FieldError constraintError(String pointer, @Nullable String message) {
        return new FieldError(pointer, "CONSTRAINT_VIOLATED", message == null ? "Not a valid value" : message);
    }

    private static Problem invalid(FieldError error) {
        return invalid(List.of(error));
    }

    private static Problem invalid(List<FieldError> errors) {
        String detail = errors.isEmpty() ? ProblemType.INVALID_REQUEST.title() : described(errors.getFirst());
        return new Problem(ProblemType.INVALID_REQUEST, detail, Map.of("errors", errors));
    }

    private static String described(FieldError error) {
        return error.pointer().isEmpty() ? error.detail() : error.pointer() + ": " + error.detail();
    }

    private ResponseEntity<Object> unavailable(String detail, Exception e, WebRequest request) {
        log.warn(
                "request {} refused, traceId {}: {} {}",
                request.getDescription(false),
                TraceIds.of(request),
                detail,
                e.toString());
        return answer(
                new Problem(ProblemType.UNAVAILABLE, detail, Map.of("retryAfterSeconds", RETRY_AFTER_SECONDS)),
                request);
    }

    private ResponseEntity<Object> answer(ProblemType type, String detail, WebRequest request) {
        return answer(new Problem(type, detail), request);
    }

    private ResponseEntity<Object> answer(Problem problem, WebRequest request) {
        var answer = ResponseEntity.status(problem.type().status()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (problem.type() == ProblemType.UNAUTHENTICATED) {
            answer.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        if (problem.extensions().get("retryAfterSeconds") instanceof Integer seconds) {
            answer.header(HttpHeaders.RETRY_AFTER, seconds.toString());
        }
        return answer.body(problem.answer(TraceIds.of(request)));
    }
}
