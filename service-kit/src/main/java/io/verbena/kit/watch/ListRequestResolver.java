package io.verbena.kit.watch;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.web.PageQueryResolver;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Reads {@link ListRequest} from the request. */
final class ListRequestResolver implements HandlerMethodArgumentResolver {
    private static final String WATCH = "watch";
    private static final String RESOURCE_VERSION = "resourceVersion";
    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final PageQueryResolver pages;
    private final ResourceVersions versions;
    private final Watches watches;

    ListRequestResolver(PageQueryResolver pages, ResourceVersions versions, Watches watches) {
        this.pages = pages;
        this.versions = versions;
        this.watches = watches;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == ListRequest.class;
    }

    @Override
    public ListRequest resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        if (!isWatch(request.getParameter(WATCH))) {
            return new ListRequest(pages.read(request), versions, null);
        }
        acceptsEvents(request);
        String version = versionOf(request);
        var servlet = request.getNativeRequest(HttpServletRequest.class);
        var response = request.getNativeResponse(HttpServletResponse.class);
        if (servlet == null || response == null || container == null) {
            throw new IllegalStateException("a request of no servlet");
        }
        // The stream is the answer; nobody else is to write one.
        container.setRequestHandled(true);
        return new ListRequest(
                pages.read(request), versions, watched -> watches.serve(servlet, response, version, watched));
    }

    private static boolean isWatch(@Nullable String value) {
        return switch (value) {
            case null -> false;
            case "false" -> false;
            case "true", "" -> true;
            default ->
                throw new ProblemException(
                        ProblemType.INVALID_REQUEST, WATCH + " is true or false, not '" + value + "'.");
        };
    }

    /** An event source sends the header when it connects anew, with the URL that it began with. */
    private static @Nullable String versionOf(NativeWebRequest request) {
        String last = request.getHeader(LAST_EVENT_ID);
        String named = last == null || last.isEmpty() ? request.getParameter(RESOURCE_VERSION) : last;
        return named == null || named.isEmpty() ? null : named;
    }

    private static void acceptsEvents(NativeWebRequest request) {
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        if (accept == null) {
            return;
        }
        List<MediaType> types;
        try {
            types = MediaType.parseMediaTypes(accept);
        } catch (InvalidMediaTypeException e) {
            types = List.of();
        }
        if (types.stream().noneMatch(type -> type.includes(MediaType.TEXT_EVENT_STREAM))) {
            throw new ProblemException(ProblemType.NOT_ACCEPTABLE, "A watch is answered as text/event-stream.");
        }
    }
}
