package io.verbena.kit.problem;

import io.verbena.contracts.ProblemType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers what Tomcat refuses before any servlet sees it, such as a path that is no URI; it would send HTML. */
public final class ProblemReportValve extends ErrorReportValve {
    private static final Logger log = LoggerFactory.getLogger(ProblemReportValve.class);

    @Override
    protected void report(Request request, Response response, @Nullable Throwable throwable) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        ProblemType type = ProblemAdvice.typeOf(response.getStatus());
        // Every value is a constant of ours or hexadecimal, so that nothing needs escaping.
        String body =
                "{\"type\":\"%s\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\",\"reason\":\"%s\",\"traceId\":\"%s\"}"
                        .formatted(
                                type.uri(),
                                type.title(),
                                type.status(),
                                ProblemAdvice.detailOf(type),
                                type.name(),
                                TraceIds.of((String) null));
        try {
            response.setStatus(type.status());
            response.setContentType("application/problem+json");
            response.setCharacterEncoding(StandardCharsets.UTF_8.name());
            var writer = response.getReporter();
            if (writer != null) {
                writer.write(body);
                response.finishResponse();
            }
        } catch (IOException e) {
            log.debug("the client left before its error was written", e);
        }
    }
}
