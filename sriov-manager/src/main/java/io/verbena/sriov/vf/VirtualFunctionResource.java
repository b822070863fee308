package io.verbena.sriov.vf;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import io.verbena.contracts.Resource;
import io.verbena.sriov.vf.model.Attachment;
import io.verbena.sriov.vf.model.Condition;
import io.verbena.sriov.vf.model.Drain;
import io.verbena.sriov.vf.model.Placement;
import io.verbena.sriov.vf.model.VfLimits;
import io.verbena.sriov.vf.model.VfPlacement;
import io.verbena.sriov.vf.model.VfState;
import io.verbena.sriov.vf.model.VfStatus;
import io.verbena.sriov.vf.model.VirtualFunction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A VF as callers and readers of the change log see it. */
@Schema(name = "VirtualFunction", description = "A tenant's virtual function")
public record VirtualFunctionResource(Metadata metadata, Spec spec, Status status) {
    /** In the change log. */
    public static final String NOUN = "virtualFunction";

    /**
     * Whose and which.
     *
     * @param id UUIDv7, never used again
     * @param generation raised by each change of the spec
     */
    @Schema(name = "VirtualFunctionMetadata")
    public record Metadata(
            UUID id, String name, String tenant, Map<String, String> labels, long generation, Instant createdAt) {}

    /**
     * What is wanted.
     *
     * @param limits what it is guaranteed
     * @param max hard limits of those resources that may exceed the guarantee
     */
    @Schema(name = "VirtualFunctionSpec")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Spec(
            @Nullable String nic,
            VfLimits limits,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Resource, Long> max,
            VfPlacement placement) {}

    /**
     * What is known. Clients never write it.
     *
     * @param state where it is in its life; whether it works is the condition Ready
     * @param stateSlaSeconds how long it should be in this state at most, 0 for any time
     * @param allowedVerbs what may be asked of it now
     * @param observedGeneration a controller has looked at it
     * @param appliedGeneration read back from the NIC in this boot and epoch; 0 when nothing was
     * @param operationId what is changing it
     * @param attachment who holds it
     * @param drain until when its contexts have time, and what happens then
     */
    @Schema(name = "VirtualFunctionStatus")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Status(
            VfState state,
            Instant stateSince,
            long stateSlaSeconds,
            List<String> allowedVerbs,
            List<VfCondition> conditions,
            long observedGeneration,
            long appliedGeneration,
            UUID uid,
            @Nullable String nic,
            @Nullable String host,
            @Nullable Integer pf,
            @Nullable Integer index,
            @Nullable String address,
            @Nullable UUID bootId,
            @Nullable Long epoch,
            @Nullable UUID operationId,
            @Nullable Drain drain,
            @Nullable Attachment attachment) {}

    /** One observation; {@code status} is True, False or Unknown. */
    @Schema(name = "Condition")
    public record VfCondition(
            String type,
            String status,
            long observedGeneration,
            Instant lastTransitionTime,
            String reason,
            String message) {}

    /** The VF as it is. */
    public static VirtualFunctionResource of(VirtualFunction vf) {
        VfStatus status = vf.status();
        Placement at = status.placement();
        return new VirtualFunctionResource(
                new Metadata(vf.uid(), vf.name(), vf.tenant(), vf.labels(), vf.generation(), vf.createdAt()),
                new Spec(
                        vf.spec().nic(),
                        vf.spec().limits(),
                        vf.spec().max(),
                        vf.spec().placement()),
                new Status(
                        status.state(),
                        status.stateSince(),
                        status.sla().toSeconds(),
                        status.allowedVerbs(),
                        status.conditions().stream()
                                .map(VirtualFunctionResource::condition)
                                .toList(),
                        status.observedGeneration(),
                        status.appliedGeneration(),
                        vf.uid(),
                        at == null ? null : at.nic(),
                        at == null ? null : at.host(),
                        at == null ? null : at.pf(),
                        at == null ? null : at.index(),
                        at == null ? null : at.address(),
                        at == null ? null : at.bootId(),
                        at == null ? null : at.epoch(),
                        status.operation(),
                        status.drain(),
                        status.attachment()));
    }

    private static VfCondition condition(Condition condition) {
        String status = switch (condition.status()) {
            case TRUE -> "True";
            case FALSE -> "False";
            case UNKNOWN -> "Unknown";
        };
        return new VfCondition(
                condition.type(),
                status,
                condition.observedGeneration(),
                condition.lastTransitionTime(),
                condition.reason(),
                condition.message());
    }
}
