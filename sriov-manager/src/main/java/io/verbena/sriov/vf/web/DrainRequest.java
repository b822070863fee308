package io.verbena.sriov.vf.web;

import io.swagger.v3.oas.annotations.media.Schema;
import io.verbena.sriov.vf.model.Drain;
import io.verbena.sriov.vf.model.VfBounds;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

/** Body of a request to drain a VF. Both are named: neither patience nor force may be an accident. */
@Schema(name = "DrainRequest", description = "How long a virtual function's contexts have, and what happens then")
record DrainRequest(
        @Schema(description = "seconds from now", example = "60") @NotNull @Min(0) @Max(VfBounds.MAX_DRAIN_SECONDS)
        Integer deadlineSeconds,

        @Schema(description = "FORCE closes what is open, CANCEL keeps the virtual function") @NotNull
        Drain.Outcome outcome) {
    Drain toModel(Instant now) {
        return new Drain(now.plusSeconds(deadlineSeconds), outcome);
    }
}
