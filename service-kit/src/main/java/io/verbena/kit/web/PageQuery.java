package io.verbena.kit.web;

import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a list is wanted: the objects after a key, in the order of keys. An argument of controller methods, from
 * {@code pageSize} and {@code pageToken}.
 *
 * <pre>{@code
 * var rows = tenants.findAfter(page.after(), page.fetchCount());
 * return page.of(rows, Tenant::name, TenantView::of);
 * }</pre>
 */
public final class PageQuery {
    public static final int DEFAULT_SIZE = 50;
    public static final int MAX_SIZE = 500;

    private final int size;
    private final @Nullable String after;
    private final @Nullable String resourceVersion;
    private final UnaryOperator<String> seal;

    private PageQuery(int size, @Nullable String after, @Nullable String resourceVersion, UnaryOperator<String> seal) {
        this.size = size;
        this.after = after;
        this.resourceVersion = resourceVersion;
        this.seal = seal;
    }

    static PageQuery first(int size, UnaryOperator<String> seal) {
        return new PageQuery(size, null, null, seal);
    }

    /** @param content of the token of the page before, as {@link #of} has sealed it */
    static PageQuery next(int size, String content, UnaryOperator<String> seal) {
        int end = content.indexOf('\n');
        String version = content.substring(0, end);
        return new PageQuery(size, content.substring(end + 1), version.isEmpty() ? null : version, seal);
    }

    /** The same part of a list that is to be watched from {@code version}, unless its first page said another already. */
    public PageQuery at(String version) {
        return resourceVersion == null ? new PageQuery(size, after, version, seal) : this;
    }

    /** The key of the last object that the client has, null at the start. */
    public @Nullable String after() {
        return after;
    }

    /** How many rows to read: one more than fit the page, to learn whether there is another. */
    public int fetchCount() {
        return size + 1;
    }

    /** @param rows up to {@link #fetchCount()}, in the order of their keys */
    public <R, V> Page<V> of(List<R> rows, Function<R, String> key, Function<R, V> view) {
        List<R> shown = rows.size() > size ? rows.subList(0, size) : rows;
        String version = resourceVersion == null ? "" : resourceVersion;
        String next = rows.size() > size ? seal.apply(version + '\n' + key.apply(shown.getLast())) : "";
        return new Page<>(shown.stream().map(view).toList(), next, resourceVersion);
    }
}
