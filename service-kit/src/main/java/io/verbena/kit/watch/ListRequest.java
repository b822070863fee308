package io.verbena.kit.watch;

import io.verbena.kit.web.Page;
import io.verbena.kit.web.PageQuery;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A GET of a list, for a part of it or as a watch. An argument of controller methods.
 *
 * <pre>{@code
 * return request.answer(
 *         WatchedObjects.all("tenant"),
 *         page -> page.of(tenants.findAfter(page.after(), page.fetchCount()), Tenant::name, TenantView::of));
 * }</pre>
 */
public final class ListRequest {
    private final PageQuery page;
    private final ResourceVersions versions;
    private final @Nullable Watcher watcher;

    /** Serves one watch. */
    @FunctionalInterface
    interface Watcher {
        void serve(WatchedObjects watched);
    }

    /** @param watcher null when a part of the list is wanted */
    ListRequest(PageQuery page, ResourceVersions versions, @Nullable Watcher watcher) {
        this.page = page;
        this.versions = versions;
        this.watcher = watcher;
    }

    /**
     * The part of the list that is wanted, with the version to watch it from; null after it was watched, when the request
     * is answered.
     *
     * @param list reads from the database in the transaction of this thread
     */
    public <T> @Nullable Page<T> answer(WatchedObjects watched, Function<PageQuery, Page<T>> list) {
        return watch(watched) ? null : versions.list(page, list);
    }

    /**
     * Serves a watch of what is no list, such as a single object.
     *
     * @return false when it is not to be watched but shown; else the request is answered
     */
    public boolean watch(WatchedObjects watched) {
        if (watcher == null) {
            return false;
        }
        watcher.serve(watched);
        return true;
    }
}
