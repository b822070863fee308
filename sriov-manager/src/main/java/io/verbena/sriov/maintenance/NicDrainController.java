package io.verbena.sriov.maintenance;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Caller;
import io.verbena.kit.security.Callers;
import io.verbena.sriov.operations.NicDrain;
import io.verbena.sriov.operations.OperationResource;
import io.verbena.sriov.vf.model.Drain;
import io.verbena.sriov.vf.model.VfBounds;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Drains of NICs over REST. */
@RestController
@RequestMapping("/api/v1/nics")
@Tag(name = "nics", description = "NICs and their functions")
class NicDrainController {
    private final NicDrains drains;

    NicDrainController(NicDrains drains) {
        this.drains = drains;
    }

    /** Body of a request to drain a NIC. */
    @Schema(name = "NicDrainRequest", description = "How the virtual functions of a NIC are to go")
    record NicDrainRequest(
            @Schema(description = "how many may be on their way at once; 1 when absent", example = "1")
            @Min(1)
            @Nullable
            Integer budget,

            @Schema(description = "seconds that each has, from when its turn comes", example = "60")
            @NotNull
            @Min(0)
            @Max(VfBounds.MAX_DRAIN_SECONDS)
            Integer deadlineSeconds,

            @Schema(description = "FORCE closes what is open, CANCEL keeps a virtual function that is in use") @NotNull
            Drain.Outcome outcome) {
        NicDrain toModel() {
            return new NicDrain(budget == null ? 1 : budget, Duration.ofSeconds(deadlineSeconds), outcome);
        }
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping("/{nic}:drain")
    @Operation(
            summary = "Cordons a NIC and releases its virtual functions",
            description =
                    "For platform administrators. 202 with an operation; it fails if virtual functions were kept. The NIC"
                            + " stays cordoned.")
    ResponseEntity<OperationResource> drain(
            Caller caller, @PathVariable String nic, @Valid @RequestBody NicDrainRequest body) {
        return switch (drains.begin(nic, caller.subject(), body.toModel())) {
            case NicDrains.Outcome.Begun(var operation) ->
                ResponseEntity.accepted()
                        .location(URI.create(OperationResource.path(operation.id())))
                        .body(OperationResource.of(operation));
            case NicDrains.Outcome.Missing() -> throw Caller.notFound("NIC " + nic);
            case NicDrains.Outcome.Busy(var operation) ->
                throw new ProblemException(
                        ProblemType.FAILED_PRECONDITION,
                        "NIC " + nic + " is being drained; wait for the operation.",
                        Map.of("operation", OperationResource.path(operation.id())));
        };
    }
}
