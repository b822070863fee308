package io.verbena.sriov.vf.model;

import io.verbena.contracts.Resource;
import java.util.EnumMap;
import java.util.Map;

/**
 * What one VF is guaranteed, and what the ledger is asked for. Without a maximum above it, also its hard limits.
 *
 * @param qp queue pairs
 * @param cq completion queues
 * @param mr memory regions
 * @param pd protection domains
 * @param registeredBytes sum of the lengths of all memory regions, bytes
 */
public record VfLimits(long qp, long cq, long mr, long pd, long registeredBytes) {
    public VfLimits {
        within("qp", qp, VfBounds.MAX_OBJECTS);
        within("cq", cq, VfBounds.MAX_OBJECTS);
        within("mr", mr, VfBounds.MAX_OBJECTS);
        within("pd", pd, VfBounds.MAX_OBJECTS);
        within("registeredBytes", registeredBytes, VfBounds.MAX_REGISTERED_BYTES);
    }

    private static void within(String name, long value, long max) {
        if (value < 0 || value > max) {
            throw new IllegalArgumentException(name + " must be 0 to " + max + ", not " + value);
        }
    }

    /** By resource, every one but {@link Resource#VF}, in the enum's order. */
    public Map<Resource, Long> byResource() {
        Map<Resource, Long> limits = new EnumMap<>(Resource.class);
        limits.put(Resource.QP, qp);
        limits.put(Resource.CQ, cq);
        limits.put(Resource.MR, mr);
        limits.put(Resource.PD, pd);
        limits.put(Resource.REGISTERED_BYTES, registeredBytes);
        return limits;
    }

    /** What the ledger is asked for when a VF with these limits is made: the VF itself and each limit above 0. */
    public Map<Resource, Long> amounts() {
        Map<Resource, Long> amounts = byResource();
        amounts.values().removeIf(amount -> amount == 0);
        amounts.put(Resource.VF, 1L);
        return amounts;
    }

    /** What these limits have above {@code other}, resource by resource; only what is positive. */
    public Map<Resource, Long> above(VfLimits other) {
        Map<Resource, Long> theirs = other.byResource();
        Map<Resource, Long> more = new EnumMap<>(Resource.class);
        byResource().forEach((resource, mine) -> {
            long difference = mine - theirs.getOrDefault(resource, 0L);
            if (difference > 0) {
                more.put(resource, difference);
            }
        });
        return more;
    }
}
