package io.verbena.sriov.vf.model;

import io.verbena.contracts.Resource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A NIC as the planner sees it.
 *
 * @param cordoned whether an operator has it take no new VF
 * @param heartbeatRecent whether it has registered within the time that a NIC may be silent
 * @param perFunctionMax the most that one of its functions can have
 * @param deviceMax the most that all of them can have together
 * @param promised the sum of the limits of its VFs
 * @param linkMbps what its link carries, null when nobody has said
 * @param promisedMbps the sum of what its VFs were promised of that
 * @param freeIndexes slots of its one PF that can take a VF, ascending
 * @param assignedCount slots that hold one
 */
public record NicCandidate(
        String nic,
        String host,
        boolean approved,
        boolean cordoned,
        boolean heartbeatRecent,
        Map<Resource, Long> perFunctionMax,
        Map<Resource, Long> deviceMax,
        Map<Resource, Long> promised,
        @Nullable Long linkMbps,
        long promisedMbps,
        List<Integer> freeIndexes,
        int assignedCount) {
    public NicCandidate {
        perFunctionMax = Map.copyOf(perFunctionMax);
        deviceMax = Map.copyOf(deviceMax);
        promised = Map.copyOf(promised);
        freeIndexes = List.copyOf(freeIndexes);
    }
}
