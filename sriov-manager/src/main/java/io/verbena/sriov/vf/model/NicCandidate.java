package io.verbena.sriov.vf.model;

import io.verbena.contracts.Resource;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A NIC as the planner sees it.
 *
 * @param cordoned whether an operator has it take no new VF
 * @param heartbeatRecent whether it has registered within the time that a NIC may be silent
 * @param perFunctionMax the most that one of its functions can have
 * @param freeIndexes slots of its one PF that can take a VF, ascending
 * @param assignedCount slots that hold one
 */
public record NicCandidate(
        String nic,
        String host,
        UUID bootId,
        boolean approved,
        boolean cordoned,
        boolean heartbeatRecent,
        Map<Resource, Long> perFunctionMax,
        List<Integer> freeIndexes,
        int assignedCount) {
    public NicCandidate {
        perFunctionMax = Map.copyOf(perFunctionMax);
        freeIndexes = List.copyOf(freeIndexes);
    }
}
