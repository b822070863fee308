package io.verbena.kit.web;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Reads {@link PageQuery} from the request. */
public final class PageQueryResolver implements HandlerMethodArgumentResolver {
    private static final String SIZE = "pageSize";
    private static final String TOKEN = "pageToken";

    /** Names what is sealed, so that a token of a release that sealed something else is none. */
    private static final String CONTENT = "version and key\n";

    private final SealedTokens tokens;

    PageQueryResolver(SealedTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == PageQuery.class;
    }

    @Override
    public PageQuery resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        return read(request);
    }

    /** @throws ProblemException 400 when a parameter is wrong, or the token another list's */
    public PageQuery read(NativeWebRequest request) {
        String list = listOf(request);
        int size = size(request.getParameter(SIZE));
        UnaryOperator<String> seal = content -> tokens.seal(list, content);
        String token = request.getParameter(TOKEN);
        if (token == null || token.isEmpty()) {
            return PageQuery.first(size, seal);
        }
        String content = tokens.open(list, token)
                .orElseThrow(() -> invalid(TOKEN, "was not given for this list; start again without it"));
        return PageQuery.next(size, content, seal);
    }

    private static int size(@Nullable String text) {
        if (text == null) {
            return PageQuery.DEFAULT_SIZE;
        }
        int size;
        try {
            size = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw invalid(SIZE, "is no whole number");
        }
        if (size < 0) {
            throw invalid(SIZE, "is negative");
        }
        return size == 0 ? PageQuery.DEFAULT_SIZE : Math.min(size, PageQuery.MAX_SIZE);
    }

    /** What a token is bound to: path, filter and caller; the size of a page may change on the way. */
    private static String listOf(NativeWebRequest request) {
        var list = new StringBuilder(CONTENT);
        var user = request.getUserPrincipal();
        list.append(user == null ? "" : user.getName()).append('\n').append(request.getDescription(false));
        for (Map.Entry<String, String[]> parameter : new TreeMap<>(request.getParameterMap()).entrySet()) {
            if (!parameter.getKey().equals(SIZE) && !parameter.getKey().equals(TOKEN)) {
                list.append('\n').append(parameter.getKey()).append('=').append(Arrays.toString(parameter.getValue()));
            }
        }
        return list.toString();
    }

    private static ProblemException invalid(String parameter, String detail) {
        return new ProblemException(ProblemType.INVALID_REQUEST, parameter + " " + detail + ".");
    }
}
