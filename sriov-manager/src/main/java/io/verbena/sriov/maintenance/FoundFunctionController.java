package io.verbena.sriov.maintenance;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Caller;
import io.verbena.kit.security.Callers;
import io.verbena.sriov.operations.OperationResource;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Found functions over REST; {@code GET /api/v1/nics/{nic}} lists them under {@code status.findings}. */
@RestController
@RequestMapping("/api/v1/nics/{nic}/functions")
@Tag(name = "nics", description = "NICs and their functions")
class FoundFunctionController {
    private static final String DNS_LABEL = "[a-z]([-a-z0-9]{0,61}[a-z0-9])?";

    private final FoundFunctions found;

    FoundFunctionController(FoundFunctions found) {
        this.found = found;
    }

    /** Body of a request to adopt. */
    @Schema(name = "AdoptRequest", description = "Whose virtual function a found one becomes")
    record AdoptRequest(
            @Schema(description = "must be the tenant that the function names", example = "blue") @NotBlank
            String tenant,

            @Schema(description = "a DNS label; the name that the function has when absent")
            @Pattern(regexp = DNS_LABEL, message = "must be a DNS label: lower case letters, digits and '-'")
            @Nullable
            String name) {}

    /** A found function that is to go. */
    @Schema(name = "FoundFunction", description = "A function that we did not make")
    record FoundFunction(String nic, int pf, int index, UUID vfUid, boolean evicting) {}

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping("/{pf}/{index}:adopt")
    @Operation(
            summary = "Makes a found function a virtual function of its tenant",
            description =
                    "For platform administrators. 202 with an operation: charged like any other, taken over without a"
                            + " reset. If it cannot be, the function stays as it was found.")
    ResponseEntity<OperationResource> adopt(
            @PathVariable String nic,
            @PathVariable int pf,
            @PathVariable int index,
            @Valid @RequestBody AdoptRequest body) {
        FoundFunctions.Place place = new FoundFunctions.Place(nic, pf, index);
        return switch (found.adopt(place, body.tenant(), body.name())) {
            case FoundFunctions.Outcome.Begun(var operation) ->
                ResponseEntity.accepted()
                        .location(URI.create(OperationResource.path(operation.id())))
                        .body(OperationResource.of(operation));
            case FoundFunctions.Outcome other -> throw refused(place, body.tenant(), other);
        };
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping("/{pf}/{index}:release")
    @Operation(
            summary = "Has a found function taken away",
            description = "For platform administrators. 202: its NIC is told, and the slot is FREE once it is empty.")
    ResponseEntity<FoundFunction> release(@PathVariable String nic, @PathVariable int pf, @PathVariable int index) {
        FoundFunctions.Place place = new FoundFunctions.Place(nic, pf, index);
        return switch (found.release(place)) {
            case FoundFunctions.Outcome.Evicting(UUID vfUid) ->
                ResponseEntity.accepted().body(new FoundFunction(nic, pf, index, vfUid, true));
            case FoundFunctions.Outcome other -> throw refused(place, "", other);
        };
    }

    private static ProblemException refused(FoundFunctions.Place place, String tenant, FoundFunctions.Outcome outcome) {
        return switch (outcome) {
            case FoundFunctions.Outcome.Missing() ->
                Caller.notFound("found function " + place.pf() + "/" + place.index() + " on NIC " + place.nic());
            case FoundFunctions.Outcome.NameTaken(String name) ->
                new ProblemException(
                        ProblemType.ALREADY_EXISTS, "Tenant " + tenant + " has a virtual function " + name + ".");
            case FoundFunctions.Outcome.Refused(String detail) ->
                new ProblemException(ProblemType.UNPROCESSABLE, detail);
            case FoundFunctions.Outcome.Begun _, FoundFunctions.Outcome.Evicting _ ->
                throw new IllegalStateException(outcome + " is no refusal");
        };
    }
}
