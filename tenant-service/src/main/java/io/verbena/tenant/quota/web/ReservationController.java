package io.verbena.tenant.quota.web;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.contracts.ProblemType;
import io.verbena.contracts.quota.ReservationReply;
import io.verbena.contracts.quota.ReservationState;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Caller;
import io.verbena.kit.security.Callers;
import io.verbena.tenant.quota.application.Ledger;
import io.verbena.tenant.quota.application.ReservationReplies;
import io.verbena.tenant.quota.model.Amounts;
import io.verbena.tenant.quota.model.Refusal;
import io.verbena.tenant.quota.model.Reservation;
import io.verbena.tenant.quota.model.ReserveCommand;
import io.verbena.tenant.quota.model.ReserveOutcome;
import io.verbena.tenant.quota.model.Verb;
import io.verbena.tenant.quota.model.VerbOutcome;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(ReservationController.PATH)
@Tag(
        name = "reservations",
        description = "The ledger, for the platform's services. Named by the operation they are for")
class ReservationController {
    static final String PATH = "/api/v1/reservations";

    /** A caller that needs longer renews: what a dead one holds comes back within the hour. */
    private static final int MAX_TTL_SECONDS = 3600;

    private final Ledger ledger;

    ReservationController(Ledger ledger) {
        this.ledger = ledger;
    }

    @Allows(Callers.SERVICE)
    @PostMapping
    @Operation(
            summary = "Reserves amounts for a tenant, and with it at all its ancestors",
            description = "Idempotent by operationId: 201 for the first, 200 for repeats; with other content 422.")
    ResponseEntity<ReservationReply> reserve(@Valid @RequestBody NewReservation body) {
        return switch (ledger.reserve(body.command())) {
            case ReserveOutcome.Held(var reservation, var created) -> held(reservation, created);
            case ReserveOutcome.Refused(var refusal) -> throw quotaExceeded(refusal);
            case ReserveOutcome.Suspended(var tenant) ->
                throw new ProblemException(
                        ProblemType.FAILED_PRECONDITION,
                        "Tenant " + tenant + " is suspended: it keeps what it has and gets nothing more.",
                        Map.of("state", "SUSPENDED", "allowedVerbs", List.of("resume")));
            case ReserveOutcome.UnknownTenant(var tenant) -> throw Caller.notFound("tenant " + tenant);
            case ReserveOutcome.Mismatch(var existing) ->
                throw new ProblemException(
                        ProblemType.UNPROCESSABLE,
                        "Operation " + existing.operationId() + " reserved something else before; draw a new id.",
                        Map.of("existing", ReservationReplies.of(existing)));
            case ReserveOutcome.Ended(var existing) -> throw failedPrecondition(existing.effectiveState(), List.of());
        };
    }

    @Allows(Callers.PLATFORM_OR_SERVICE)
    @GetMapping("/{operationId}")
    @Operation(summary = "Shows a reservation")
    ReservationReply show(@PathVariable UUID operationId) {
        return ReservationReplies.of(ledger.find(operationId).orElseThrow(() -> unknown(operationId)));
    }

    @Allows(Callers.SERVICE)
    @PostMapping("/{operationId}:renew")
    @Operation(summary = "Holds it for its time to live again, from now")
    ReservationReply renew(@PathVariable UUID operationId) {
        return apply(operationId, Verb.RENEW);
    }

    @Allows(Callers.SERVICE)
    @PostMapping("/{operationId}:commit")
    @Operation(summary = "Makes it permanent", description = "One that expired is refused with failed-precondition.")
    ReservationReply commit(@PathVariable UUID operationId) {
        return apply(operationId, Verb.COMMIT);
    }

    @Allows(Callers.SERVICE)
    @PostMapping("/{operationId}:release")
    @Operation(
            summary = "Gives back what was not committed",
            description = "One that expired answers as if it had been.")
    ReservationReply release(@PathVariable UUID operationId) {
        return apply(operationId, Verb.RELEASE);
    }

    @Allows(Callers.SERVICE)
    @PostMapping("/{operationId}:reduce")
    @Operation(
            summary = "Gives back a part of what was committed",
            description =
                    "Names what stays, in absolute amounts: a repeat changes nothing. To more than there is: 422.")
    ReservationReply reduce(@PathVariable UUID operationId, @Valid @RequestBody NewReduction body) {
        Amounts remaining = body.amounts().amounts().orElseThrow(NewAmounts::nothingNamed);
        return reply(operationId, ledger.reduce(operationId, remaining));
    }

    @Allows(Callers.SERVICE)
    @PostMapping("/{operationId}:return")
    @Operation(summary = "Gives back what was committed")
    ReservationReply giveBack(@PathVariable UUID operationId) {
        return apply(operationId, Verb.RETURN);
    }

    private ReservationReply apply(UUID operationId, Verb verb) {
        return reply(operationId, ledger.apply(operationId, verb));
    }

    private static ReservationReply reply(UUID operationId, VerbOutcome outcome) {
        return switch (outcome) {
            case VerbOutcome.Done(var reservation) -> ReservationReplies.of(reservation);
            case VerbOutcome.UnknownReservation() -> throw unknown(operationId);
            case VerbOutcome.Illegal(var state, var allowedVerbs) -> throw failedPrecondition(state, allowedVerbs);
            case VerbOutcome.Rise(var resource, var present, var wanted) ->
                throw new ProblemException(
                        ProblemType.UNPROCESSABLE,
                        "A reduction does not raise: " + wanted + " is more than " + present + ". Reserve the rest.",
                        Map.of("resource", resource, "present", present, "requested", wanted));
        };
    }

    private static ResponseEntity<ReservationReply> held(Reservation reservation, boolean created) {
        ReservationReply reply = ReservationReplies.of(reservation);
        return created
                ? ResponseEntity.created(URI.create(PATH + "/" + reservation.operationId()))
                        .body(reply)
                : ResponseEntity.ok(reply);
    }

    private static ProblemException quotaExceeded(Refusal refusal) {
        return new ProblemException(
                ProblemType.QUOTA_EXCEEDED,
                "%s at %s: %d requested, %d used and %d reserved of %d."
                        .formatted(
                                refusal.resource().name().toLowerCase(Locale.ROOT),
                                refusal.scope(),
                                refusal.requested(),
                                refusal.used(),
                                refusal.reserved(),
                                refusal.limit()),
                Map.of(
                        "resource", refusal.resource(),
                        "scope", refusal.scope(),
                        "limit", refusal.limit(),
                        "used", refusal.used(),
                        "reserved", refusal.reserved(),
                        "requested", refusal.requested()));
    }

    private static ProblemException failedPrecondition(ReservationState state, List<Verb> allowedVerbs) {
        return new ProblemException(
                ProblemType.FAILED_PRECONDITION,
                "The reservation is " + state + ".",
                Map.of(
                        "state",
                        state,
                        "allowedVerbs",
                        allowedVerbs.stream()
                                .map(verb -> verb.name().toLowerCase(Locale.ROOT))
                                .toList()));
    }

    private static ProblemException unknown(UUID operationId) {
        return Caller.notFound("reservation " + operationId);
    }

    /** {@link io.verbena.contracts.quota.ReserveRequest} as it is checked here. */
    record NewReservation(
            @NotNull UUID operationId,
            @NotNull String tenant,
            @NotNull @Valid NewAmounts amounts,
            @NotNull @Min(1) @Max(MAX_TTL_SECONDS) Integer ttlSeconds) {
        ReserveCommand command() {
            return new ReserveCommand(
                    operationId, tenant, amounts.amounts().orElseThrow(NewAmounts::nothingNamed), ttlSeconds);
        }
    }

    /** {@link io.verbena.contracts.quota.ReserveRequest}'s counterpart for what stays of a charge. */
    record NewReduction(@NotNull @Valid NewAmounts amounts) {}
}
