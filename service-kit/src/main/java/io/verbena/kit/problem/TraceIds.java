package io.verbena.kit.problem;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.WebRequest;

/** The id that joins an answer to our log: the caller's, if it sent a W3C {@code traceparent}, else one of our own. */
final class TraceIds {
    private static final Pattern TRACEPARENT = Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}");
    private static final String ATTRIBUTE = TraceIds.class.getName();

    private TraceIds() {}

    static String of(WebRequest request) {
        if (request.getAttribute(ATTRIBUTE, RequestAttributes.SCOPE_REQUEST) instanceof String known) {
            return known;
        }
        String traceId = of(request.getHeader("traceparent"));
        request.setAttribute(ATTRIBUTE, traceId, RequestAttributes.SCOPE_REQUEST);
        return traceId;
    }

    static String of(@Nullable String traceparent) {
        Matcher sent = TRACEPARENT.matcher(traceparent == null ? "" : traceparent);
        if (sent.matches()) {
            return sent.group(1);
        }
        byte[] drawn = new byte[16];
        ThreadLocalRandom.current().nextBytes(drawn);
        return HexFormat.of().formatHex(drawn);
    }
}
