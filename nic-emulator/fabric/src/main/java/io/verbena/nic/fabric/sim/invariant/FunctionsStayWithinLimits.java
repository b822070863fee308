package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.function.ResourceKind;

/** No virtual function holds more of a resource than its spec grants. */
public final class FunctionsStayWithinLimits implements Invariant {
    @Override
    public void onEvent(Observation world) {
        for (FunctionStatus function : world.functions()) {
            FunctionSpec spec = function.spec();
            for (ResourceKind kind : ResourceKind.values()) {
                long used = function.used().getOrDefault(kind, 0L);
                if (spec != null && used > spec.limits().of(kind)) {
                    throw new InvariantViolation(
                            FunctionsStayWithinLimits.class,
                            "%s holds %d %s of %d"
                                    .formatted(
                                            spec.vf(), used, kind, spec.limits().of(kind)));
                }
            }
        }
    }
}
