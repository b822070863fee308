package io.verbena.nic.datapath.function;

import io.verbena.nic.datapath.pipeline.Blocks;
import io.verbena.nic.datapath.wire.Gid;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The device's one physical function: its slots and what all of them use together. */
public final class PhysicalFunction {
    private final NicLimits limits;
    private final long[] used = new long[ResourceKind.values().length];
    private final List<VirtualFunction> slots;

    public PhysicalFunction(NicLimits limits, long seed, int functionCount, Blocks blocks) {
        this.limits = limits;
        SeedSequence seeds = new SeedSequence(seed);
        slots = IntStream.range(0, functionCount)
                .mapToObj(i -> new VirtualFunction(this, i, blocks.function(i), seeds))
                .toList();
    }

    public NicLimits limits() {
        return limits;
    }

    /** All slots, by index. */
    public List<VirtualFunction> slots() {
        return slots;
    }

    public @Nullable VirtualFunction find(UUID vfUid) {
        for (VirtualFunction slot : slots) {
            if (vfUid.equals(slot.vfUid())) {
                return slot;
            }
        }
        return null;
    }

    public @Nullable VirtualFunction holding(Gid address) {
        for (VirtualFunction slot : slots) {
            FunctionSpec spec = slot.spec();
            if (spec != null && spec.address().equals(address)) {
                return slot;
            }
        }
        return null;
    }

    long used(ResourceKind kind) {
        return used[kind.ordinal()];
    }

    void use(ResourceKind kind, long amount) {
        used[kind.ordinal()] += amount;
    }
}
