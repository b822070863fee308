package io.verbena.standalone.demo;

import io.verbena.contracts.exercise.EndpointList;
import io.verbena.contracts.exercise.EndpointReport;
import io.verbena.contracts.exercise.EndpointRequest;
import java.net.URI;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/** The verbs program in a NIC's process, which does on that NIC what it is told over REST. */
final class Exerciser {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final long IDLE_SECONDS = 3600;
    private static final int NO_CONTENT = 204;
    private static final int NOT_FOUND = 404;

    private final RestClient api;
    private final URI endpoints;

    /** @param nic where the NIC's admin API is */
    Exerciser(RestClient api, URI nic) {
        // Nothing of it may be done twice: what fails is begun anew, on a new connection.
        this.api = api.withoutPatience();
        endpoints = nic.resolve("/v1/endpoints");
    }

    Endpoint open(VirtualFunction vf) throws ApiFailure {
        return new Endpoint(
                this,
                vf,
                ask("", new EndpointRequest(vf.uid(), Endpoint.MEMORY_BYTES, IDLE_SECONDS), EndpointReport.class));
    }

    /** Closes what an earlier run has left open on a VF. */
    void closeAll(UUID vf) throws ApiFailure {
        EndpointList open = JSON.treeToValue(api.get(endpoints).expect(), EndpointList.class);
        for (EndpointReport endpoint : open.items()) {
            if (endpoint.vfUid().equals(vf)) {
                close(endpoint.id());
            }
        }
    }

    /** Does what an endpoint can do; {@code verb} is {@code /id:name}. */
    <T> T ask(String verb, Object request, Class<T> answer) throws ApiFailure {
        return JSON.treeToValue(api.post(URI.create(endpoints + verb), request).expect(), answer);
    }

    /** Does what takes no body, and may be refused. */
    Reply ask(String verb) throws ApiFailure {
        return api.post(URI.create(endpoints + verb));
    }

    void close(String id) throws ApiFailure {
        Reply reply = api.delete(URI.create(endpoints + "/" + id));
        if (reply.status() != NO_CONTENT && reply.status() != NOT_FOUND) {
            throw ApiFailure.of(reply);
        }
    }
}
