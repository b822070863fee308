package io.verbena.sriov.vf.web;

import io.swagger.v3.oas.annotations.media.Schema;
import io.verbena.contracts.ProblemType;
import io.verbena.contracts.Resource;
import io.verbena.kit.problem.ProblemException;
import io.verbena.sriov.vf.model.VfBounds;
import io.verbena.sriov.vf.model.VfLimits;
import io.verbena.sriov.vf.model.VfPlacement;
import io.verbena.sriov.vf.model.VfSpec;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Body of a request for a VF. */
@Schema(name = "VirtualFunctionRequest", description = "A virtual function to make")
record VfRequest(
        @Valid @Nullable Metadata metadata, @Valid @NotNull Spec spec) {
    static final String DNS_LABEL = "[a-z]([-a-z0-9]{0,61}[a-z0-9])?";

    /** What it is to be called. */
    @Schema(name = "VirtualFunctionRequestMetadata")
    record Metadata(
            @Schema(description = "DNS label, unique in the tenant; made up when absent", example = "blue-a")
            @Pattern(regexp = DNS_LABEL, message = "must be a DNS label: lower case letters, digits and '-'")
            @Nullable
            String name,

            @Size(max = VfBounds.MAX_LABELS) @Nullable
            Map<
                            @Size(min = 1, max = VfBounds.MAX_LABEL_LENGTH) String,
                            @NotNull @Size(max = VfBounds.MAX_LABEL_LENGTH) String>
                    labels) {}

    /** What it is to be. */
    @Schema(name = "VirtualFunctionRequestSpec")
    record Spec(
            @Schema(description = "The NIC to be on; the planner chooses when absent", example = "nic-a")
            @Pattern(regexp = DNS_LABEL, message = "must be a NIC's name")
            @Nullable
            String nic,

            @Valid @NotNull Limits limits,

            @Schema(
                    description = "Hard limits of resources that may exceed their guarantee in limits, out of the"
                            + " tenant's quota as there is room; one that is not named may not")
            @Valid
            @Nullable
            MaxLimits max,

            @Valid @Nullable PlacementWish placement) {}

    /** Where, among the NICs that can take it. */
    @Schema(name = "VirtualFunctionRequestPlacement")
    record PlacementWish(
            @Schema(
                    description =
                            "SPREAD takes the NIC with the fewest, PACK the one with the most; SPREAD when absent")
            VfPlacement.@Nullable Strategy strategy,

            @Schema(description = "on no host that has another VF of the tenant with all these labels")
            @Size(max = VfBounds.MAX_LABELS)
            @Nullable
            Map<
                            @Size(min = 1, max = VfBounds.MAX_LABEL_LENGTH) String,
                            @NotNull @Size(max = VfBounds.MAX_LABEL_LENGTH) String>
                    apartFrom,

            @Schema(description = "10^6 bit/s that its NIC's link has left for it", example = "1000")
            @Min(0)
            @Max(VfBounds.MAX_BANDWIDTH_MBPS)
            @Nullable
            Long bandwidthMbps) {
        VfPlacement toModel() {
            return new VfPlacement(
                    strategy == null ? VfPlacement.Strategy.SPREAD : strategy,
                    apartFrom == null ? Map.of() : apartFrom,
                    bandwidthMbps == null ? 0 : bandwidthMbps);
        }
    }

    /** Every limit is named: a forgotten one must not mean none. */
    @Schema(name = "VirtualFunctionRequestLimits")
    record Limits(
            @Schema(description = "queue pairs", example = "16") @NotNull @Min(0) @Max(VfBounds.MAX_OBJECTS)
            Long qp,

            @Schema(description = "completion queues", example = "16") @NotNull @Min(0) @Max(VfBounds.MAX_OBJECTS)
            Long cq,

            @Schema(description = "memory regions", example = "64") @NotNull @Min(0) @Max(VfBounds.MAX_OBJECTS)
            Long mr,

            @Schema(description = "protection domains", example = "4") @NotNull @Min(0) @Max(VfBounds.MAX_OBJECTS)
            Long pd,

            @Schema(description = "bytes under registration", example = "268435456")
            @NotNull
            @Min(0)
            @Max(VfBounds.MAX_REGISTERED_BYTES)
            Long registeredBytes) {
        VfLimits toModel() {
            return new VfLimits(qp, cq, mr, pd, registeredBytes);
        }
    }

    /** All optional. */
    @Schema(name = "VirtualFunctionRequestMax")
    record MaxLimits(
            @Min(0) @Max(VfBounds.MAX_OBJECTS) @Nullable Long qp,
            @Min(0) @Max(VfBounds.MAX_OBJECTS) @Nullable Long cq,
            @Min(0) @Max(VfBounds.MAX_OBJECTS) @Nullable Long mr,
            @Min(0) @Max(VfBounds.MAX_OBJECTS) @Nullable Long pd,

            @Min(0) @Max(VfBounds.MAX_REGISTERED_BYTES) @Nullable
            Long registeredBytes) {
        private Map<Resource, Long> above(VfLimits limits) {
            Map<Resource, Long> named = new EnumMap<>(Resource.class);
            put(named, Resource.QP, qp);
            put(named, Resource.CQ, cq);
            put(named, Resource.MR, mr);
            put(named, Resource.PD, pd);
            put(named, Resource.REGISTERED_BYTES, registeredBytes);
            limits.byResource().forEach((resource, guaranteed) -> {
                if (named.getOrDefault(resource, guaranteed) < guaranteed) {
                    throw new ProblemException(
                            ProblemType.UNPROCESSABLE,
                            "The maximum of " + resource + ", " + named.get(resource)
                                    + ", is below what is guaranteed, " + guaranteed + ".");
                }
            });
            return named;
        }

        private static void put(Map<Resource, Long> named, Resource resource, @Nullable Long value) {
            if (value != null) {
                named.put(resource, value);
            }
        }
    }

    /** @throws ProblemException 422 when a maximum is below its guarantee */
    VfSpec toModel() {
        VfLimits limits = spec.limits().toModel();
        MaxLimits max = spec.max();
        PlacementWish wish = spec.placement();
        return new VfSpec(
                spec.nic(),
                limits,
                max == null ? Map.of() : max.above(limits),
                wish == null ? VfPlacement.ANYWHERE : wish.toModel());
    }

    Map<String, String> labels() {
        return metadata == null || metadata.labels() == null ? Map.of() : metadata.labels();
    }

    @Nullable
    String name() {
        return metadata == null ? null : metadata.name();
    }
}
