package io.verbena.sriov.operations;

import io.verbena.sriov.vf.model.VfLimits;

/** From what to what an update goes; {@code from} is where its undo returns to. */
public record LimitsChange(VfLimits from, VfLimits to) {}
