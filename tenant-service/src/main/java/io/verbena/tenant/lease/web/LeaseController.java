package io.verbena.tenant.lease.web;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.contracts.ProblemType;
import io.verbena.contracts.lease.LeaseChallenge;
import io.verbena.contracts.lease.LeaseOpening;
import io.verbena.contracts.lease.LeaseReply;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Caller;
import io.verbena.kit.security.Callers;
import io.verbena.tenant.lease.application.Leases;
import io.verbena.tenant.lease.model.ConfirmOutcome;
import io.verbena.tenant.lease.model.NicStanding;
import io.verbena.tenant.lease.model.SyncOutcome;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "leases", description = "What NICs may admit beyond guarantees, asked for by NICs each second")
class LeaseController {
    private static final String OF_NIC = "/api/v1/nics/{nic}/leases";

    private final Leases leases;

    LeaseController(Leases leases) {
        this.leases = leases;
    }

    @Allows(Callers.NIC)
    @PostMapping(OF_NIC + ":register")
    @Operation(
            summary = "Gives a boot of the NIC a challenge",
            description = "It makes earlier ones void, and changes nothing before it is confirmed.")
    LeaseChallenge register(@PathVariable String nic, @Valid @RequestBody NewRegistration body) {
        return leases.register(nic, body.bootId());
    }

    @Allows(Callers.NIC)
    @PostMapping(OF_NIC + ":confirm")
    @Operation(
            summary = "Lets the boot that has the newest challenge speak for the NIC",
            description = "What earlier boots held is free from then on, and what they say is refused.")
    LeaseOpening confirm(@PathVariable String nic, @Valid @RequestBody NewConfirmation body) {
        return switch (leases.confirm(nic, body.bootId(), body.challenge())) {
            case ConfirmOutcome.Opened(var opening) -> opening;
            case ConfirmOutcome.Stale() ->
                throw new ProblemException(
                        ProblemType.FAILED_PRECONDITION,
                        "This is not the newest challenge of " + nic + "; register again.",
                        Map.of("state", "CHALLENGED_ANEW", "allowedVerbs", List.of("register")));
        };
    }

    @Allows(Callers.NIC)
    @PostMapping(OF_NIC + ":sync")
    @Operation(
            summary = "Takes what the NIC has and wants, and answers with what it may have in all",
            description = "All numbers are absolute: repeats change nothing.")
    LeaseReply sync(@PathVariable String nic, @Valid @RequestBody NewSync body) {
        return switch (leases.sync(nic, body.sync())) {
            case SyncOutcome.Synced(var reply, var raised) -> reply;
            case SyncOutcome.Fenced(var incarnation) ->
                throw new ProblemException(
                        ProblemType.LEASE_FENCED,
                        "Incarnation " + incarnation + " of " + nic + " has begun: reset, and stop.",
                        Map.of("incarnation", incarnation));
        };
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping(OF_NIC + ":declareDead")
    @Operation(
            summary = "Frees what a NIC holds, on the operator's word that it is gone",
            description = "If it is not, its tenants can exceed their limits until it syncs and is told to stop.")
    DeadNic declareDead(@PathVariable String nic, Caller caller) {
        NicStanding closed =
                leases.declareDead(nic, caller.subject()).orElseThrow(() -> Caller.notFound("lease of NIC " + nic));
        return new DeadNic(nic, closed.incarnation());
    }

    /** {@link io.verbena.contracts.lease.LeaseRegistration} as it is checked here. */
    record NewRegistration(@NotNull UUID bootId) {}

    /** {@link io.verbena.contracts.lease.LeaseConfirmation} as it is checked here. */
    record NewConfirmation(@NotNull UUID bootId, @NotNull UUID challenge) {}

    /** @param incarnation that nobody has; the next boot gets the one after it */
    record DeadNic(String nic, long incarnation) {}
}
