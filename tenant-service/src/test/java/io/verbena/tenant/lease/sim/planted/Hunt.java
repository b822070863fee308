package io.verbena.tenant.lease.sim.planted;

import io.verbena.tenant.lease.model.LeaseBugs;
import io.verbena.tenant.lease.sim.LeaseWorld;
import java.util.function.LongFunction;

/** Runs one seed inside a {@link BuggyClassLoader}; what it returns is of the JDK, so that it can leave that loader. */
public final class Hunt implements LongFunction<String> {
    private static final long FAULTY_SECONDS = 30;

    /** What broke, or an empty text when all held. */
    @Override
    public String apply(long seed) {
        LeaseBugs.forget();
        try {
            new LeaseWorld(seed, FAULTY_SECONDS).run();
            return "";
        } catch (RuntimeException e) {
            return e.toString();
        }
    }
}
