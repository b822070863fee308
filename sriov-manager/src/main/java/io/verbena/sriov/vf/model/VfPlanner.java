package io.verbena.sriov.vf.model;

import io.verbena.contracts.Resource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Chooses the slot for a VF. Pure: the same candidates give the same plan. */
public final class VfPlanner {
    /** Reason of a rejection that a heartbeat ends. */
    public static final String NIC_SILENT = "NIC_SILENT";

    /** What a choice comes to. */
    public sealed interface Plan {
        /** Put it there. */
        record Placed(String nic, String host, UUID bootId, int pf, int index) implements Plan {}

        /** Nowhere; why, for each NIC that was looked at. */
        record NoCapacity(List<Rejection> rejections) implements Plan {
            public NoCapacity {
                rejections = List.copyOf(rejections);
            }
        }
    }

    /** Why a NIC was not taken. */
    public record Rejection(String nic, String reason, String detail) {}

    private VfPlanner() {}

    /**
     * The NIC that {@code spec} names, else the one with the fewest VFs (by name among equals); there the lowest free
     * index, so that functions can be taken away at the tail.
     */
    public static Plan plan(VfSpec spec, List<NicCandidate> candidates) {
        List<Rejection> rejections = new ArrayList<>();
        List<NicCandidate> fit = new ArrayList<>();
        for (NicCandidate candidate : candidates) {
            if (spec.nic() != null && !spec.nic().equals(candidate.nic())) {
                continue;
            }
            Rejection rejection = rejection(spec.limits(), candidate);
            if (rejection == null) {
                fit.add(candidate);
            } else {
                rejections.add(rejection);
            }
        }
        if (spec.nic() != null && fit.isEmpty() && rejections.isEmpty()) {
            rejections.add(new Rejection(spec.nic(), "UNKNOWN_NIC", "no NIC of that name has registered"));
        }
        return fit.stream()
                .min(Comparator.comparingInt(NicCandidate::assignedCount).thenComparing(NicCandidate::nic))
                .<Plan>map(c -> new Plan.Placed(
                        c.nic(), c.host(), c.bootId(), 0, c.freeIndexes().getFirst()))
                .orElseGet(() -> new Plan.NoCapacity(rejections));
    }

    private static @Nullable Rejection rejection(VfLimits limits, NicCandidate candidate) {
        String nic = candidate.nic();
        if (!candidate.approved()) {
            return new Rejection(nic, "NOT_APPROVED", "no operator has approved it");
        }
        if (candidate.cordoned()) {
            return new Rejection(nic, "CORDONED", "an operator has it take no new virtual function");
        }
        if (!candidate.heartbeatRecent()) {
            return new Rejection(nic, NIC_SILENT, "it has not been heard of lately");
        }
        for (Map.Entry<Resource, Long> limit : limits.byResource().entrySet()) {
            long most = candidate.perFunctionMax().getOrDefault(limit.getKey(), Long.MAX_VALUE);
            if (limit.getValue() > most) {
                return new Rejection(
                        nic,
                        "LIMIT_ABOVE_DEVICE",
                        limit.getKey() + " " + limit.getValue() + " is above its most of " + most + " per function");
            }
        }
        if (candidate.freeIndexes().isEmpty()) {
            return new Rejection(
                    nic, "NO_FREE_FUNCTION", "all its functions are taken (" + candidate.assignedCount() + " by VFs)");
        }
        return null;
    }
}
