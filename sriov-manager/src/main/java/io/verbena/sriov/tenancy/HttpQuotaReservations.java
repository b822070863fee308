package io.verbena.sriov.tenancy;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.Resource;
import io.verbena.contracts.quota.ReduceRequest;
import io.verbena.contracts.quota.ReservationReply;
import io.verbena.contracts.quota.ReserveRequest;
import io.verbena.kit.client.RemoteProblem;
import io.verbena.kit.client.ServiceClients;
import io.verbena.sriov.SriovProperties;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** {@link QuotaReservations} over tenant-service's REST interface. */
@Component
final class HttpQuotaReservations implements QuotaReservations {
    private static final String ALL = "/api/v1/reservations";
    private static final String ONE = ALL + "/{operation}";

    private final RestClient http;

    HttpQuotaReservations(ServiceClients clients, SriovProperties properties) {
        this.http = clients.to(properties.ledgerUrl());
    }

    @Override
    public Decision reserve(UUID operation, String tenant, Map<Resource, Long> amounts, Duration ttl) {
        ReserveRequest request = new ReserveRequest(operation, tenant, amounts, Math.toIntExact(ttl.toSeconds()));
        try {
            answered(
                    "reserve quota for " + tenant,
                    () -> http.post()
                            .uri(ALL)
                            .contentType(MediaType.APPLICATION_JSON)
                            .body(request)
                            .retrieve()
                            .toBodilessEntity());
            return new Decision.Reserved();
        } catch (RemoteProblem refused) {
            return new Decision.Refused(
                    decided("reserve quota for " + tenant, refused).problem());
        }
    }

    @Override
    public boolean renew(UUID operation) {
        return verb(operation, "renew");
    }

    @Override
    public boolean commit(UUID operation) {
        return verb(operation, "commit");
    }

    @Override
    public void reduce(UUID operation, Map<Resource, Long> remaining) {
        answered(
                "reduce reservation " + operation,
                () -> http.post()
                        .uri(ONE + ":reduce", operation)
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(new ReduceRequest(remaining))
                        .retrieve()
                        .toBodilessEntity());
    }

    @Override
    public void giveBack(UUID operation) {
        ReservationReply reservation;
        try {
            reservation = Objects.requireNonNull(answered(
                    "read reservation " + operation,
                    () -> http.get().uri(ONE, operation).retrieve().body(ReservationReply.class)));
        } catch (RemoteProblem refused) {
            if (decided("read reservation " + operation, refused).problem().type() == ProblemType.NOT_FOUND) {
                // Nothing was ever reserved.
                return;
            }
            throw refused;
        }
        boolean given = switch (reservation.state()) {
            case RESERVED -> verb(operation, "release");
            case COMMITTED -> verb(operation, "return");
            case RELEASED, RETURNED, EXPIRED -> true;
        };
        if (!given) {
            // It moved between the two calls; the next attempt reads where it went.
            throw new LedgerUnreachable("reservation " + operation + " changed while it was given back", null);
        }
    }

    /** False: the ledger says that the reservation's state does not allow it. */
    private boolean verb(UUID operation, String verb) {
        String attempt = verb + " reservation " + operation;
        try {
            answered(
                    attempt,
                    () -> http.post()
                            .uri(ONE + ":" + verb, operation)
                            .retrieve()
                            .toBodilessEntity());
            return true;
        } catch (RemoteProblem refused) {
            int status = decided(attempt, refused).problem().type().status();
            if (status == 404 || status == 409) {
                return false;
            }
            throw refused;
        }
    }

    private static <T> T answered(String attempt, Supplier<T> call) {
        try {
            return call.get();
        } catch (RestClientException | OAuth2AuthorizationException lost) {
            throw new LedgerUnreachable("tenant-service does not answer to: " + attempt, lost);
        }
    }

    /** A refusal that is a decision. One about our token, or an error on the other side, is none. */
    private static RemoteProblem decided(String attempt, RemoteProblem refused) {
        int status = refused.problem().type().status();
        if (status == 401 || status == 403 || status >= 500) {
            throw new LedgerUnreachable(
                    "tenant-service answered HTTP " + status + " to: " + attempt + ": "
                            + refused.problem().detail(),
                    refused);
        }
        return refused;
    }
}
