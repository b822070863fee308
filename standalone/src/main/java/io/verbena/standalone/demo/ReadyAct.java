package io.verbena.standalone.demo;

import io.verbena.standalone.terminal.Board;
import io.verbena.standalone.terminal.Terminal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Waits until each part of a system that runs elsewhere says that it is ready. */
final class ReadyAct {
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(5);
    private static final long LOOK_AGAIN_MILLIS = 250;
    private static final int OK = 200;

    private final Terminal terminal;
    private final HttpClient http;
    private final Duration limit;

    ReadyAct(Terminal terminal, HttpClient http, Duration limit) {
        this.terminal = terminal;
        this.http = http;
        this.limit = limit;
    }

    void run(Target target) throws ApiFailure, ScenarioFailure {
        Map<String, URI> parts = parts(target);
        long giveUpNs = System.nanoTime() + limit.toNanos();
        try (Board board = new Board(terminal, List.copyOf(parts.keySet()))) {
            for (Map.Entry<String, URI> part : parts.entrySet()) {
                board.running(part.getKey(), "waiting for " + part.getValue());
                await(part.getKey(), part.getValue(), giveUpNs, board);
                board.done(part.getKey(), part.getValue().toString());
            }
        }
    }

    private static Map<String, URI> parts(Target target) {
        Map<String, URI> parts = new LinkedHashMap<>();
        parts.put("tenant-service", target.tenantUrl());
        parts.put("sriov-manager", target.sriovUrl());
        int replica = 0;
        for (URI telemetry : target.telemetryUrls()) {
            parts.put("telemetry-service" + (replica == 0 ? "" : " " + (replica + 1)), telemetry);
            replica++;
        }
        parts.putAll(target.nics());
        return parts;
    }

    private void await(String name, URI url, long giveUpNs, Board board) throws ApiFailure, ScenarioFailure {
        while (true) {
            String why = refusal(url.resolve("/readyz"));
            if (why.isEmpty()) {
                return;
            }
            if (System.nanoTime() - giveUpNs > 0) {
                board.failed(name, why);
                throw new ScenarioFailure(
                        name + " is not ready after " + limit.toSeconds() + " s: " + url + "/readyz " + why
                                + ". Is the system up? docker compose up -d --wait starts the one of docker-compose.yml.");
            }
            Pause.millis(LOOK_AGAIN_MILLIS);
        }
    }

    /** Why a part is not ready, empty when it is. */
    private String refusal(URI readiness) throws ApiFailure {
        HttpRequest request =
                HttpRequest.newBuilder(readiness).timeout(REQUEST_LIMIT).build();
        try {
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            return status == OK ? "" : "answers " + status;
        } catch (IOException e) {
            return "does not answer (" + e.getClass().getSimpleName() + ")";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiFailure("waiting for " + readiness + " was interrupted", e);
        }
    }
}
