package io.verbena.nic.device.report;

import io.verbena.contracts.Resource;
import io.verbena.contracts.nic.FunctionReport;
import io.verbena.contracts.nic.FunctionSpec;
import io.verbena.contracts.nic.FunctionState;
import io.verbena.contracts.nic.NicCapability;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.function.NicLimits;
import io.verbena.nic.datapath.function.ResourceKind;
import java.util.EnumMap;
import java.util.Map;

/** Slots and limits, told to the control plane. */
public final class FunctionReports {
    private FunctionReports() {}

    public static FunctionReport report(FunctionStatus status) {
        io.verbena.nic.datapath.function.FunctionSpec spec = status.spec();
        return new FunctionReport(
                status.pf(),
                status.index(),
                state(status),
                status.vfUid(),
                status.epochFloor(),
                status.appliedGeneration(),
                status.digest(),
                spec == null ? null : report(spec),
                used(status),
                status.contexts(),
                status.seedRotations());
    }

    private static FunctionState state(FunctionStatus status) {
        return switch (status.state()) {
            case FREE -> FunctionState.FREE;
            case ACTIVE -> FunctionState.ACTIVE;
            case DIRTY -> FunctionState.DIRTY;
        };
    }

    private static FunctionSpec report(io.verbena.nic.datapath.function.FunctionSpec spec) {
        Map<Resource, Long> guaranteed = limits(spec.limits());
        Map<Resource, Long> max = limits(spec.max());
        max.entrySet().removeAll(guaranteed.entrySet());
        return new FunctionSpec(spec.tenant(), spec.vf(), spec.address().toString(), spec.vni(), guaranteed, max);
    }

    static Map<Resource, Long> used(FunctionStatus status) {
        Map<Resource, Long> used = new EnumMap<>(Resource.class);
        status.used().forEach((kind, amount) -> used.put(resource(kind), amount));
        return used;
    }

    static Map<Resource, Long> limits(FunctionLimits limits) {
        Map<Resource, Long> named = new EnumMap<>(Resource.class);
        for (ResourceKind kind : ResourceKind.values()) {
            named.put(resource(kind), limits.of(kind));
        }
        return named;
    }

    public static Resource resource(ResourceKind kind) {
        return switch (kind) {
            case QP -> Resource.QP;
            case CQ -> Resource.CQ;
            case MR -> Resource.MR;
            case PD -> Resource.PD;
            case REGISTERED_BYTES -> Resource.REGISTERED_BYTES;
        };
    }

    public static NicCapability capability(int functionCount, int activeMtu, NicLimits limits) {
        return new NicCapability(functionCount, activeMtu, limits(limits.perFunction()), limits(limits.device()));
    }
}
