package io.verbena.nic.datapath.function;

import io.verbena.nic.datapath.function.lease.LeaseHolder;
import io.verbena.nic.datapath.pipeline.Blocks;
import io.verbena.nic.datapath.wire.Gid;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The device's one physical function: its slots and what all of them use together. */
public final class PhysicalFunction {
    private final NicLimits limits;
    private final long[] used = new long[ResourceKind.values().length];
    private final LeaseHolder leases;
    private final SeedSequence seeds;
    private final Blocks blocks;
    /** All there ever were in this boot: the floors of those that were taken away outlive them. */
    private final List<VirtualFunction> made = new ArrayList<>();

    private List<VirtualFunction> slots = List.of();
    private long resizeEpoch;
    private int resizeWanted;

    public PhysicalFunction(NicLimits limits, UUID bootId, long seed, int functionCount, Blocks blocks) {
        this.limits = limits;
        this.blocks = blocks;
        leases = new LeaseHolder(bootId);
        seeds = new SeedSequence(seed);
        resize(functionCount);
    }

    public NicLimits limits() {
        return limits;
    }

    /** What tenants may have here beyond the guarantees of their functions. */
    public LeaseHolder leases() {
        return leases;
    }

    /** All slots, by index. */
    public List<VirtualFunction> slots() {
        return slots;
    }

    /** The last intent to change how many slots there are, 0 when there was none. */
    public long resizeEpoch() {
        return resizeEpoch;
    }

    /** How many slots that intent wanted. */
    public int resizeWanted() {
        return resizeWanted;
    }

    public void intend(long epoch, int functionCount) {
        resizeEpoch = epoch;
        resizeWanted = functionCount;
    }

    /** Adds or removes slots at the tail; those to be removed are free. The others do not notice. */
    public void resize(int functionCount) {
        blocks.grow(functionCount);
        while (made.size() < functionCount) {
            made.add(new VirtualFunction(this, made.size(), blocks.function(made.size()), seeds));
        }
        slots = List.copyOf(made.subList(0, functionCount));
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
