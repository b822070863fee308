package io.verbena.standalone.demo;

import io.verbena.contracts.ProblemType;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What the scenario asks of the services, each request as an operator would send it. */
final class ControlPlane {
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final int MAX_TRIES = 3;
    private static final long LOOK_AGAIN_MILLIS = 100;
    private static final int NOT_FOUND = 404;
    /** What one request may wait at most: below the client's own limit. */
    private static final int WAIT_PER_REQUEST_SECONDS = 20;

    private final RestClient api;
    private final URI tenantUrl;
    private final URI sriovUrl;
    private final List<URI> telemetryUrls;
    private final Duration limit;

    ControlPlane(RestClient api, Target target) {
        this.api = api;
        tenantUrl = target.tenantUrl();
        sriovUrl = target.sriovUrl();
        telemetryUrls = target.telemetryUrls();
        limit = WAIT.plus(target.patience());
    }

    /** How long what happens by itself may take. */
    Duration limit() {
        return limit;
    }

    void createOrganisation(String name) throws ApiFailure {
        created(api.create(tenantUrl.resolve("/api/v1/organisations"), Map.of("metadata", Map.of("name", name))));
    }

    /**
     * Makes a tenant.
     *
     * @return false when it is there already, in that organisation
     */
    boolean createTenant(String organisation, String name) throws ApiFailure, ScenarioFailure {
        if (created(api.create(
                tenantUrl.resolve("/api/v1/tenants"),
                Map.of("metadata", Map.of("name", name), "spec", Map.of("organisation", organisation))))) {
            return true;
        }
        String owner = api.get(tenantUrl.resolve("/api/v1/tenants/" + name))
                .expect()
                .path("spec")
                .path("organisation")
                .asString();
        if (!owner.equals(organisation)) {
            throw new ScenarioFailure("there is a tenant " + name + " already, of organisation " + owner
                    + " and not of " + organisation + ": the demo does not touch it");
        }
        return false;
    }

    private static boolean created(Reply reply) throws ApiFailure {
        if (reply.is(ProblemType.ALREADY_EXISTS)) {
            return false;
        }
        reply.expect();
        return true;
    }

    /** Replaces a tenant's limits, by resource. */
    void setQuota(String tenant, Map<String, Long> limits) throws ApiFailure {
        URI quota = tenantUrl.resolve("/api/v1/tenants/" + tenant + "/quota");
        Reply set;
        int tries = 0;
        do {
            Reply current = api.get(quota);
            current.expect();
            set = api.put(quota, current.etag(), Map.of("spec", Map.of("limits", limits)));
            // Somebody else's change, or our own whose answer was lost.
        } while (set.is(ProblemType.PRECONDITION_FAILED) && ++tries < MAX_TRIES);
        set.expect();
    }

    /** Waits until a NIC has made itself known, and lets it take work. */
    void approveNic(String nic) throws ApiFailure {
        URI url = sriovUrl.resolve("/api/v1/nics/" + nic);
        long giveUpNs = System.nanoTime() + limit.toNanos();
        while (api.get(url).status() == NOT_FOUND) {
            if (System.nanoTime() - giveUpNs > 0) {
                throw new ApiFailure(nic + " has not registered with sriov-manager after " + limit.toSeconds() + " s");
            }
            Pause.millis(LOOK_AGAIN_MILLIS);
        }
        api.post(URI.create(url + ":approve")).expect();
    }

    /** Releases a VF if there is one of that name, whatever it is at, and waits until it is gone. */
    void releaseVf(String tenant, String id) throws ApiFailure {
        URI url = URI.create(functions(tenant) + "/" + id);
        long giveUpNs = System.nanoTime() + limit.toNanos();
        while (true) {
            Reply found = api.get(url);
            if (found.status() == NOT_FOUND) {
                return;
            }
            String operation = found.expect().path("status").path("operationId").asString("");
            if (operation.isEmpty()) {
                Reply begun = api.delete(url);
                if (!begun.refused()) {
                    operation = begun.body().path("metadata").path("id").asString();
                } else if (!begun.is(ProblemType.FAILED_PRECONDITION) && !begun.is(ProblemType.NOT_FOUND)) {
                    throw ApiFailure.of(begun);
                }
            }
            if (!operation.isEmpty()) {
                api.post(waitUrl(operation));
            }
            if (System.nanoTime() - giveUpNs > 0) {
                throw new ApiFailure("VF " + id + " of an earlier run is still there after " + limit.toSeconds()
                        + " s: " + found.body());
            }
            Pause.millis(LOOK_AGAIN_MILLIS);
        }
    }

    /** Asks for a VF on a NIC: the answer is an operation, or a refusal. */
    Reply requestVf(String tenant, String id, String nic, Map<String, Long> limits) throws ApiFailure {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("nic", nic);
        spec.put("limits", limits);
        return api.create(URI.create(functions(tenant) + "?virtualFunctionId=" + id), Map.of("spec", spec));
    }

    /**
     * Waits for the operation that a request has started.
     *
     * @return the problem that the request or its operation ended with, empty when all is done
     */
    Optional<JsonNode> awaitDone(Reply accepted) throws ApiFailure {
        if (accepted.refused()) {
            return Optional.of(accepted.body());
        }
        JsonNode operation = accepted.body();
        String id = operation.path("metadata").path("id").asString();
        long giveUpNs = System.nanoTime() + limit.toNanos();
        while (!operation.path("done").asBoolean()) {
            if (System.nanoTime() - giveUpNs > 0) {
                throw new ApiFailure(
                        accepted.request() + " is not done after " + limit.toSeconds() + " s: " + operation);
            }
            operation = api.post(waitUrl(id)).expect();
        }
        return Optional.of(operation.path("error")).filter(JsonNode::isObject);
    }

    private URI waitUrl(String operation) {
        return sriovUrl.resolve("/api/v1/operations/" + operation + ":wait?timeoutSeconds=" + WAIT_PER_REQUEST_SECONDS);
    }

    VirtualFunction vf(String tenant, String id) throws ApiFailure {
        URI url = URI.create(functions(tenant) + "/" + id);
        return VirtualFunction.of(id, tenant, api.get(url).expect());
    }

    /** The last counters that telemetry-service has of a VF; refused as long as there are none. */
    Reply vfCounters(String tenant, String vf) throws ApiFailure {
        return api.get(telemetryUrls
                .getFirst()
                .resolve("/api/v1/tenants/" + tenant + "/virtualFunctions/" + vf + "/counters"));
    }

    /** A NIC's last batch; refused as long as there is none. */
    Reply nicCounters(String nic) throws ApiFailure {
        return api.get(telemetryUrls.getFirst().resolve("/api/v1/nics/" + nic + "/counters"));
    }

    /** What Prometheus would scrape, of all replicas. */
    PrometheusText metrics() throws ApiFailure {
        StringBuilder text = new StringBuilder();
        for (URI replica : telemetryUrls) {
            text.append(api.text(replica.resolve("/actuator/prometheus"))).append('\n');
        }
        return PrometheusText.parse(text.toString());
    }

    private URI functions(String tenant) {
        return sriovUrl.resolve("/api/v1/tenants/" + tenant + "/virtualFunctions");
    }
}
