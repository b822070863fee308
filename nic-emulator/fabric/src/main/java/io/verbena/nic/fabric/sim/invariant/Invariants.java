package io.verbena.nic.fabric.sim.invariant;

import java.util.List;

/** All rules, new and empty, for one run. */
public final class Invariants {
    private Invariants() {}

    /** In an order that names the cause before its consequences. */
    public static List<Invariant> all() {
        return List.of(
                new StaysInRegisteredMemory(),
                new FunctionsStayWithinLimits(),
                new RequestsFollowEachOther(),
                new AcknowledgesOnlyWhatCame(),
                new NaksAGapOnce(),
                new OutstandingWithinWindow(),
                new BytesLandOnce(),
                new SuccessMeansLanded(),
                new FailsOnlyWhenItMust(),
                new CompletesInPostOrder(),
                new CompletesExactlyOnce(),
                new DrainsOrFails(),
                new CountersAddUp());
    }
}
