package io.verbena.sriov.vf.web;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Callers;
import io.verbena.sriov.vf.VirtualFunctionResource;
import io.verbena.sriov.vf.application.AttachOutcome;
import io.verbena.sriov.vf.application.Attachments;
import io.verbena.sriov.vf.model.Attachment;
import io.verbena.sriov.vf.model.VfBounds;
import io.verbena.sriov.vf.model.VirtualFunction;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who holds a VF, over REST. The attachment's epoch says which one is meant, so that no {@code If-Match} is needed. */
@RestController
@RequestMapping("/api/v1/tenants/{tenant}/virtualFunctions")
@Tag(name = "virtualFunctions", description = "A tenant's virtual functions")
class AttachmentController {
    private final Attachments attachments;

    AttachmentController(Attachments attachments) {
        this.attachments = attachments;
    }

    /** Body of a request to attach. */
    @Schema(name = "AttachRequest", description = "Who is to hold a virtual function, and for how long")
    record AttachRequest(
            @Schema(description = "what the tenant calls it", example = "pod/db-0")
            @NotBlank
            @Size(max = VfBounds.MAX_HOLDER_LENGTH)
            String holder,

            @Schema(description = "seconds until it ends unless it is renewed; without end when absent", example = "30")
            @Min(1)
            @Max(VfBounds.MAX_LEASE_SECONDS)
            @Nullable
            Integer leaseSeconds) {}

    /** Body of a request to detach. */
    @Schema(name = "DetachRequest", description = "Which attachment is to end")
    record DetachRequest(
            @Schema(description = "status.attachment.epoch, as the attachment was answered", example = "7") @NotNull
            Long epoch) {}

    @Allows(Callers.TENANT)
    @PostMapping("/{vf}:attach")
    @Operation(
            summary = "Gives a virtual function to a holder, or renews its lease",
            description =
                    "A new holder has a new epoch, and what was open before is closed; Ready is True once the NIC has it."
                            + " A lease ends on the database's clock.")
    ResponseEntity<VirtualFunctionResource> attach(
            @PathVariable String tenant,
            @PathVariable("vf") String idOrName,
            @RequestParam(defaultValue = "false") boolean validateOnly,
            @Valid @RequestBody AttachRequest body) {
        Duration lease = body.leaseSeconds() == null ? null : Duration.ofSeconds(body.leaseSeconds());
        return answer(idOrName, attachments.attach(tenant, idOrName, body.holder(), lease, validateOnly));
    }

    @Allows(Callers.TENANT)
    @PostMapping("/{vf}:detach")
    @Operation(
            summary = "Takes a virtual function back from its holder",
            description = "Of an attachment that is over it has no effect; if somebody else holds the function: 409.")
    ResponseEntity<VirtualFunctionResource> detach(
            @PathVariable String tenant,
            @PathVariable("vf") String idOrName,
            @RequestParam(defaultValue = "false") boolean validateOnly,
            @Valid @RequestBody DetachRequest body) {
        return answer(idOrName, attachments.detach(tenant, idOrName, body.epoch(), validateOnly));
    }

    private static ResponseEntity<VirtualFunctionResource> answer(String idOrName, AttachOutcome outcome) {
        return switch (outcome) {
            case AttachOutcome.Done(VirtualFunction vf) -> VfAnswers.shown(vf);
            case AttachOutcome.Missing() -> throw VfAnswers.missing(idOrName);
            case AttachOutcome.NotNow(VirtualFunction vf) -> throw VfAnswers.notNow(vf);
            case AttachOutcome.Held(VirtualFunction vf) -> throw held(vf);
        };
    }

    private static ProblemException held(VirtualFunction vf) {
        Map<String, Object> members = new HashMap<>();
        Attachment present = vf.status().attachment();
        if (present != null) {
            members.put("holder", present.holder());
            members.put("epoch", present.epoch());
        }
        return new ProblemException(
                ProblemType.STALE_EPOCH,
                "Virtual function " + vf.name() + " is held by "
                        + (present == null ? "nobody" : present.holder() + " under epoch " + present.epoch()) + ".",
                members);
    }
}
