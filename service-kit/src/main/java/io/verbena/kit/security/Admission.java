package io.verbena.kit.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Holds {@link Allows}: at the start that each method has it, at a request what it says. */
final class Admission implements HandlerInterceptor {
    private static final String OURS = "io.verbena.";

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method
                && method.getMethodAnnotation(Allows.class) instanceof Allows allows) {
            allows.value().require(CallerResolver.current(), pathVariables(request));
        }
        return true;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String> pathVariables(HttpServletRequest request) {
        return (Map<String, String>) request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
    }

    /** Ends the start when a method of ours says not whom it serves. */
    static SmartInitializingSingleton check(RequestMappingHandlerMapping mapping) {
        return () -> {
            List<String> open = mapping.getHandlerMethods().values().stream()
                    .filter(method -> method.getBeanType().getName().startsWith(OURS))
                    .filter(method -> !ErrorController.class.isAssignableFrom(method.getBeanType()))
                    .filter(method -> !method.hasMethodAnnotation(Allows.class))
                    .map(HandlerMethod::getShortLogMessage)
                    .sorted()
                    .toList();
            if (!open.isEmpty()) {
                throw new IllegalStateException("these say not whom they serve, by @Allows: " + open);
            }
        };
    }
}
