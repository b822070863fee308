package io.verbena.kit.problem;

import io.swagger.v3.oas.annotations.Hidden;
import io.verbena.contracts.ProblemType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.util.UriUtils;

/** Answers errors that a filter or the container announced by their status alone. */
@RestController
@Hidden
final class ProblemErrorController implements ErrorController {
    @RequestMapping("${server.error.path:/error}")
    ResponseEntity<ProblemDetail> error(HttpServletRequest request) {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        // Without the attribute somebody asked for this path by name.
        ProblemType type = status instanceof Integer code ? ProblemAdvice.typeOf(code) : ProblemType.NOT_FOUND;
        ProblemDetail body =
                new Problem(type, ProblemAdvice.detailOf(type)).answer(TraceIds.of(new ServletWebRequest(request)));
        if (request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String path) {
            // Whatever it was that was refused, its encoded form is a URI.
            body.setInstance(
                    URI.create(UriUtils.encode(path, StandardCharsets.UTF_8).replace("%2F", "/")));
        }
        return ResponseEntity.status(type.status())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(body);
    }
}
