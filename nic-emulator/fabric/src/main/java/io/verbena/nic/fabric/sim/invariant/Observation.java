package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.fabric.sim.QpId;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/** A world as it can be looked at between events. */
public interface Observation {
    /** Read-back of all functions of all NICs. */
    List<FunctionStatus> functions();

    /** Memory that no transfer may change, by what it is. */
    Map<String, MemorySegment> forbidden();

    /** State of every queue pair. */
    Map<QpId, QpState> queuePairs();

    /** What each NIC counted, and what the links saw of it. */
    List<Traffic> traffic();
}
