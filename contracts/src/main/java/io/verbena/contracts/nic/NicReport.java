package io.verbena.contracts.nic;

import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A NIC's full read-back: which boot answers, whether it may work, and every slot.
 *
 * @param nic its name
 * @param host the host it sits in
 * @param bootId drawn anew at each start
 * @param approved whether an operator let it take work
 * @param segments by VNI of its functions, the version of the segment in force, 0 while none is; empty without an overlay
 */
public record NicReport(
        String nic,
        String host,
        UUID bootId,
        boolean approved,
        NicCapability capability,
        List<FunctionReport> functions,
        Map<Integer, Long> segments) {
    public NicReport {
        segments = Map.copyOf(segments);
        functions = List.copyOf(functions);
    }
}
