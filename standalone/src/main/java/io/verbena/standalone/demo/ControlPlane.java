package io.verbena.standalone.demo;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What the scenario asks of the services, each request as an operator would send it. */
final class ControlPlane {
    private static final int WAIT_SECONDS = 60;
    private static final long LOOK_AGAIN_MILLIS = 100;
    private static final int NOT_FOUND = 404;
    /** What one request may wait at most: below the client's own limit. */
    private static final int WAIT_PER_REQUEST_SECONDS = 20;

    private final RestClient api;
    private final URI tenantUrl;
    private final URI sriovUrl;
    private final URI telemetryUrl;

    ControlPlane(RestClient api, Target target) {
        this.api = api;
        tenantUrl = target.tenantUrl();
        sriovUrl = target.sriovUrl();
        telemetryUrl = target.telemetryUrl();
    }

    void createOrganisation(String name) throws ApiFailure {
        api.create(tenantUrl.resolve("/api/v1/organisations"), Map.of("metadata", Map.of("name", name)))
                .expect();
    }

    void createTenant(String organisation, String name) throws ApiFailure {
        api.create(
                        tenantUrl.resolve("/api/v1/tenants"),
                        Map.of("metadata", Map.of("name", name), "spec", Map.of("organisation", organisation)))
                .expect();
    }

    /** Replaces a tenant's limits, by resource. */
    void setQuota(String tenant, Map<String, Long> limits) throws ApiFailure {
        URI quota = tenantUrl.resolve("/api/v1/tenants/" + tenant + "/quota");
        Reply current = api.get(quota);
        current.expect();
        api.put(quota, current.etag(), Map.of("spec", Map.of("limits", limits))).expect();
    }

    /** Waits until a NIC has made itself known, and lets it take work. */
    void approveNic(String nic) throws ApiFailure, InterruptedException {
        URI url = sriovUrl.resolve("/api/v1/nics/" + nic);
        long giveUpNs = System.nanoTime() + Duration.ofSeconds(WAIT_SECONDS).toNanos();
        while (api.get(url).status() == NOT_FOUND) {
            if (System.nanoTime() - giveUpNs > 0) {
                throw new ApiFailure(nic + " has not registered with sriov-manager after " + WAIT_SECONDS + " s");
            }
            Thread.sleep(LOOK_AGAIN_MILLIS);
        }
        api.post(URI.create(url + ":approve")).expect();
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
        URI wait = sriovUrl.resolve("/api/v1/operations/" + id + ":wait?timeoutSeconds=" + WAIT_PER_REQUEST_SECONDS);
        long giveUpNs = System.nanoTime() + Duration.ofSeconds(WAIT_SECONDS).toNanos();
        while (!operation.path("done").asBoolean()) {
            if (System.nanoTime() - giveUpNs > 0) {
                throw new ApiFailure(accepted.request() + " is not done after " + WAIT_SECONDS + " s: " + operation);
            }
            operation = api.post(wait).expect();
        }
        return Optional.of(operation.path("error")).filter(JsonNode::isObject);
    }

    VirtualFunction vf(String tenant, String id) throws ApiFailure {
        URI url = URI.create(functions(tenant) + "/" + id);
        return VirtualFunction.of(id, tenant, api.get(url).expect());
    }

    /** The last counters that telemetry-service has of a VF. */
    JsonNode vfCounters(String tenant, String vf) throws ApiFailure {
        return api.get(telemetryUrl.resolve("/api/v1/tenants/" + tenant + "/virtualFunctions/" + vf + "/counters"))
                .expect();
    }

    /** A NIC's last batch; refused as long as there is none. */
    Reply nicCounters(String nic) throws ApiFailure {
        return api.get(telemetryUrl.resolve("/api/v1/nics/" + nic + "/counters"));
    }

    /** What Prometheus would scrape. */
    PrometheusText metrics() throws ApiFailure {
        return PrometheusText.parse(api.text(telemetryUrl.resolve("/actuator/prometheus")));
    }

    private URI functions(String tenant) {
        return sriovUrl.resolve("/api/v1/tenants/" + tenant + "/virtualFunctions");
    }
}
