package io.verbena.ctl;

import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Follows a tenant's quota: its limits and what is charged change apart, so either is a reason to look at both. */
final class WatchedQuota {
    private final Api api;
    private final Output output;
    private final URI quota;
    private final URI usage;
    private final Table table = new Table(QuotaCommand.HEADS);
    private final Map<String, String> printed = new HashMap<>();
    private JsonNode shown = MissingNode.getInstance();

    WatchedQuota(Api api, Output output, String tenant) {
        this.api = api;
        this.output = output;
        this.quota = QuotaCommand.url(api, "tenants", tenant);
        this.usage = api.tenants("tenants/" + Api.segment(tenant) + "/usage");
    }

    /** Until the thread is interrupted, or the service refuses it. */
    void follow() throws Failure {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var ended = new ExecutorCompletionService<Void>(threads);
            ended.submit(following(quota));
            ended.submit(following(usage));
            try {
                ended.take().get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Failure failure) {
                    throw failure;
                }
                throw new IllegalStateException("watching " + quota, e);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    /** Limits are no list; the usage's is of the same log, and its version is good for both. */
    private Callable<Void> following(URI watched) {
        return () -> {
            new WatchedList(api, usage, watched, changes -> look(), output::warn).follow();
            return null;
        };
    }

    private synchronized void look() throws Failure {
        JsonNode now = api.get(quota).body();
        if (now.equals(shown)) {
            return;
        }
        for (String[] row : QuotaCommand.rows(now)) {
            String cells = Arrays.toString(row);
            if (!cells.equals(printed.put(row[0], cells))) {
                table.row(row);
            }
        }
        output.again(now, table);
        shown = now;
    }
}
