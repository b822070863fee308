package io.verbena.nic.fabric.sim.planted;

import io.verbena.nic.fabric.sim.World;
import io.verbena.nic.fabric.sim.invariant.Invariants;
import java.util.function.LongFunction;

/** Runs one seed inside a {@link BuggyClassLoader}; what it returns is of the JDK, so that it can leave that loader. */
public final class Hunt implements LongFunction<String> {
    /** What broke, or an empty text when all held. */
    @Override
    public String apply(long seed) {
        try {
            new World(seed, Invariants.all()).run();
            return "";
        } catch (RuntimeException e) {
            // A violated invariant, or one that the datapath checks itself.
            return e.toString();
        }
    }
}
