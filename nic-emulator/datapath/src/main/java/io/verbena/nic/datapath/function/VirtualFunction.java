package io.verbena.nic.datapath.function;

import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.pipeline.FunctionPort;
import io.verbena.nic.datapath.translation.KeyTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A slot: who holds it, under which epoch and generation, and what exists in it. {@code used} is the sum of what was
 * admitted and not released, and never more than a limit was when it was admitted.
 */
public final class VirtualFunction {
    private static final int PF = 0;

    private final PhysicalFunction device;
    private final int index;
    private final FunctionPort port;
    private final SeedSequence seeds;
    private final long[] used = new long[ResourceKind.values().length];
    private final List<VerbsContext> contexts = new ArrayList<>();

    private FunctionState state = FunctionState.FREE;
    private @Nullable UUID vfUid;
    private long epochFloor;
    private long appliedGeneration;
    private @Nullable String digest;
    private @Nullable FunctionSpec spec;
    /** The epoch of the last reset, so that a repeated command does not disturb what came after it. */
    private long resetEpoch = -1;

    private long seedRotations;

    VirtualFunction(PhysicalFunction device, int index, FunctionPort port, SeedSequence seeds) {
        this.device = device;
        this.index = index;
        this.port = port;
        this.seeds = seeds;
        port.replaceKeys(new KeyTable(seeds.next()));
    }

    public int index() {
        return index;
    }

    public FunctionPort port() {
        return port;
    }

    public FunctionState state() {
        return state;
    }

    public @Nullable UUID vfUid() {
        return vfUid;
    }

    public @Nullable FunctionSpec spec() {
        return spec;
    }

    public long epochFloor() {
        return epochFloor;
    }

    public long appliedGeneration() {
        return appliedGeneration;
    }

    public @Nullable String digest() {
        return digest;
    }

    public long resetEpoch() {
        return resetEpoch;
    }

    public List<VerbsContext> contexts() {
        return contexts;
    }

    /**
     * The one admission point: takes {@code amount} of a resource, if function and device have so much left and, for what
     * lies beyond the guarantee, the tenant's lease.
     */
    public Admission admit(ResourceKind kind, long amount, long nowNs) {
        FunctionSpec current = spec;
        long wanted = current == null ? 0 : current.max().of(kind);
        long functionLimit = Math.min(wanted, device.limits().perFunction().of(kind));
        long deviceLimit = device.limits().device().of(kind);
        // By subtraction: a sum could wrap. A limit lowered below what is used leaves nothing.
        if (amount > functionLimit - used[kind.ordinal()]) {
            return exceeded(kind, "function", functionLimit, used[kind.ordinal()], amount);
        }
        if (amount > deviceLimit - device.used(kind)) {
            return exceeded(kind, "device", deviceLimit, device.used(kind), amount);
        }
        long elastic = current == null ? 0 : elasticChange(current, kind, amount);
        if (current != null && elastic > 0) {
            Admission leased = device.leases().admit(current.tenant(), kind, elastic, nowNs);
            if (!(leased instanceof Admission.Admitted)) {
                port.counters().increment(Counter.LIMIT_REFUSALS);
                return leased;
            }
        }
        used[kind.ordinal()] += amount;
        device.use(kind, amount);
        return new Admission.Admitted();
    }

    private Admission exceeded(ResourceKind kind, String scope, long limit, long inUse, long requested) {
        port.counters().increment(Counter.LIMIT_REFUSALS);
        return new Admission.Exceeded(kind, scope, limit, inUse, requested);
    }

    public void release(ResourceKind kind, long amount) {
        FunctionSpec current = spec;
        long elastic = current == null ? 0 : -elasticChange(current, kind, -amount);
        if (current != null && elastic > 0) {
            device.leases().release(current.tenant(), kind, elastic);
        }
        used[kind.ordinal()] -= amount;
        device.use(kind, -amount);
    }

    private long elasticChange(FunctionSpec current, ResourceKind kind, long change) {
        long before = used[kind.ordinal()];
        return current.elastic(kind, before + change) - current.elastic(kind, before);
    }

    /** A new spec may guarantee more or less of what exists. */
    private void moveElastic(@Nullable FunctionSpec before, FunctionSpec after) {
        for (ResourceKind kind : ResourceKind.values()) {
            long inUse = used[kind.ordinal()];
            long more = after.elastic(kind, inUse) - (before == null ? 0 : before.elastic(kind, inUse));
            if (more > 0) {
                device.leases().charge(after.tenant(), kind, more);
            } else if (more < 0) {
                device.leases().release(after.tenant(), kind, -more);
            }
        }
    }

    /** Where the upper bits of a new QP number start. */
    public int nextSeed() {
        return seeds.next();
    }

    public void raiseEpoch(long epoch) {
        epochFloor = epoch;
    }

    /** Takes a spec into force. */
    public void apply(UUID holder, long generation, String specDigest, FunctionSpec newSpec) {
        if (vfUid == null) {
            port.restartCounters();
        }
        state = FunctionState.ACTIVE;
        vfUid = holder;
        appliedGeneration = generation;
        digest = specDigest;
        moveElastic(spec, newSpec);
        spec = newSpec;
        port.assign(holder, newSpec.address());
    }

    /** New keys and QP numbers; what exists must be gone. */
    public void rotateSeeds(long epoch) {
        port.replaceKeys(new KeyTable(seeds.next()));
        seedRotations++;
        resetEpoch = epoch;
    }

    /** The slot holds nothing; the floor stays. */
    public void free() {
        state = FunctionState.FREE;
        vfUid = null;
        appliedGeneration = 0;
        digest = null;
        spec = null;
        port.free();
    }

    /** A later reset left nothing behind. */
    public void markClean() {
        state = FunctionState.ACTIVE;
    }

    /** A reset left something behind. */
    public void markDirty() {
        state = FunctionState.DIRTY;
    }

    /** Whether nothing exists in the slot by its own books. */
    public boolean isEmpty() {
        for (long amount : used) {
            if (amount != 0) {
                return false;
            }
        }
        return contexts.isEmpty();
    }

    public FunctionStatus status() {
        Map<ResourceKind, Long> inUse = new EnumMap<>(ResourceKind.class);
        for (ResourceKind kind : ResourceKind.values()) {
            inUse.put(kind, used[kind.ordinal()]);
        }
        return new FunctionStatus(
                PF,
                index,
                state,
                vfUid,
                epochFloor,
                appliedGeneration,
                digest,
                spec,
                inUse,
                contexts.size(),
                seedRotations);
    }
}
