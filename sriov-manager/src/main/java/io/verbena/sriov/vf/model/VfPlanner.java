package io.verbena.sriov.vf.model;

import io.verbena.contracts.Resource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Chooses the slot for a VF. Pure: the same candidates give the same plan, in whatever order they come. */
public final class VfPlanner {
    /** Reason of a rejection that a heartbeat ends. */
    public static final String NIC_SILENT = "NIC_SILENT";

    /** What a choice comes to. */
    public sealed interface Plan {
        /** Put it there. */
        record Placed(String nic, String host, int pf, int index) implements Plan {}

        /** Nowhere; why, for each NIC that was looked at. */
        record NoCapacity(List<Rejection> rejections) implements Plan {
            public NoCapacity {
                rejections = List.copyOf(rejections);
            }
        }
    }

    /** Why a NIC was not taken. */
    public record Rejection(String nic, String reason, String detail) {}

    /**
     * A VF that is to be placed.
     *
     * @param avoidHosts hosts that have one from which it is to be apart
     */
    public record Wish(VfSpec spec, Set<String> avoidHosts) {
        public Wish {
            avoidHosts = Set.copyOf(avoidHosts);
        }
    }

    private VfPlanner() {}

    /**
     * The NIC that the wish names, else the one with the fewest VFs, or the most, as its strategy says (by name among
     * equals); there the lowest free index, so that functions can be taken away at the tail.
     */
    public static Plan plan(Wish wish, List<NicCandidate> candidates) {
        VfSpec spec = wish.spec();
        List<Rejection> rejections = new ArrayList<>();
        List<NicCandidate> fit = new ArrayList<>();
        for (NicCandidate candidate : candidates) {
            if (spec.nic() != null && !spec.nic().equals(candidate.nic())) {
                continue;
            }
            Rejection rejection = rejection(wish, candidate);
            if (rejection == null) {
                fit.add(candidate);
            } else {
                rejections.add(rejection);
            }
        }
        if (spec.nic() != null && fit.isEmpty() && rejections.isEmpty()) {
            rejections.add(new Rejection(spec.nic(), "UNKNOWN_NIC", "no NIC of that name has registered"));
        }
        rejections.sort(Comparator.comparing(Rejection::nic));
        return fit.stream()
                .min(order(spec.placement().strategy()).thenComparing(NicCandidate::nic))
                .<Plan>map(c ->
                        new Plan.Placed(c.nic(), c.host(), 0, c.freeIndexes().getFirst()))
                .orElseGet(() -> new Plan.NoCapacity(rejections));
    }

    private static Comparator<NicCandidate> order(VfPlacement.Strategy strategy) {
        return switch (strategy) {
            case SPREAD -> Comparator.comparingInt(NicCandidate::assignedCount);
            case PACK -> Comparator.comparingInt(NicCandidate::assignedCount).reversed();
        };
    }

    private static @Nullable Rejection rejection(Wish wish, NicCandidate candidate) {
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
        if (wish.avoidHosts().contains(candidate.host())) {
            return new Rejection(
                    nic, "NOT_APART", "host " + candidate.host() + " has one from which it is to be apart");
        }
        Rejection beyond = beyondDevice(wish.spec(), candidate);
        if (beyond == null && candidate.freeIndexes().isEmpty()) {
            return new Rejection(
                    nic, "NO_FREE_FUNCTION", "all its functions are taken (" + candidate.assignedCount() + " by VFs)");
        }
        return beyond;
    }

    private static @Nullable Rejection beyondDevice(VfSpec spec, NicCandidate candidate) {
        String nic = candidate.nic();
        for (Map.Entry<Resource, Long> limit : spec.limits().byResource().entrySet()) {
            Resource resource = limit.getKey();
            long wanted = limit.getValue();
            long most = candidate.perFunctionMax().getOrDefault(resource, Long.MAX_VALUE);
            if (wanted > most) {
                return new Rejection(
                        nic,
                        "LIMIT_ABOVE_DEVICE",
                        resource + " " + wanted + " is above its most of " + most + " per function");
            }
            long promised = candidate.promised().getOrDefault(resource, 0L);
            long left = candidate.deviceMax().getOrDefault(resource, Long.MAX_VALUE) - promised;
            if (wanted > left) {
                return new Rejection(
                        nic,
                        "OBJECTS_EXHAUSTED",
                        resource + " " + wanted + " is more than the " + Math.max(0, left) + " it has not promised");
            }
        }
        Long link = candidate.linkMbps();
        long bandwidth = spec.placement().bandwidthMbps();
        if (link != null && bandwidth > link - candidate.promisedMbps()) {
            return new Rejection(
                    nic,
                    "BANDWIDTH_EXHAUSTED",
                    bandwidth + " Mbit/s is more than the " + Math.max(0, link - candidate.promisedMbps()) + " of its "
                            + link + " that it has not promised");
        }
        return null;
    }
}
