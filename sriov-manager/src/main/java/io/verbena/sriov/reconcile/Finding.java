package io.verbena.sriov.reconcile;

import io.verbena.contracts.nic.ConfigureFunction;
import io.verbena.contracts.nic.FunctionReport;
import io.verbena.contracts.nic.FunctionTuple;
import io.verbena.sriov.vf.model.VirtualFunction;

/** What a comparison of one slot's row with its read-back comes to, and with it what is to be done. */
sealed interface Finding {
    /** A finding about a VF of ours. */
    sealed interface OfVf extends Finding {
        VirtualFunction vf();
    }

    /** The NIC has exactly what is wanted. */
    record InForce(VirtualFunction vf, FunctionTuple tuple) implements OfVf {}

    /**
     * The NIC is to be told.
     *
     * @param drift it was in force in this boot and epoch, and is not any more
     */
    record Program(VirtualFunction vf, ConfigureFunction command, boolean drift) implements OfVf {}

    /**
     * The slot is to be cleared.
     *
     * @param dirty a reset ran and left something behind
     */
    record Clear(VirtualFunction vf, FunctionTuple tuple, boolean dirty) implements OfVf {}

    /** It is cleared, with proof. */
    record Clean(VirtualFunction vf) implements OfVf {}

    /** The NIC came up anew since this VF was last planned for. */
    record Rebooted(VirtualFunction vf) implements OfVf {}

    /** The NIC has no such slot. */
    record Missing(VirtualFunction vf) implements OfVf {}

    /** A function that we did not make, in a slot that we have given to nobody. It is reported, not destroyed. */
    record Foreign(FunctionReport report) implements Finding {}

    /** A function that we did not make is to go, as an operator has asked; {@code tuple} is above all it has seen. */
    record Evict(FunctionTuple tuple) implements Finding {}

    /** A slot that was kept from use for a foreign function, which is gone. */
    record Vacated(int pf, int index) implements Finding {}
}
