package io.verbena.kit.problem;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Stands before all other filters of ours, and gives what they throw to {@link ProblemAdvice}. */
final class ProblemFilter extends OncePerRequestFilter {
    private final HandlerExceptionResolver resolver;

    ProblemFilter(HandlerExceptionResolver resolver) {
        this.resolver = resolver;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (RuntimeException e) {
            if (response.isCommitted() || resolver.resolveException(request, response, null, e) == null) {
                throw e;
            }
        }
    }
}
