package io.verbena.tenant.lease.sim.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The seeds of the simulation find each of these bugs, most within a few. */
@Tag("sim")
class PlantedBugsTest {
    private static final int SEEDS = 3_000;

    @ParameterizedTest
    @EnumSource
    void isCaught(PlantedBug bug) throws ReflectiveOperationException {
        BuggyClassLoader loader = new BuggyClassLoader(bug);
        LongFunction<String> hunt = hunt(loader);
        String caught = "";
        for (long seed = 0; caught.isEmpty() && seed < SEEDS; seed++) {
            caught = hunt.apply(seed);
        }
        assertThat(loader.planted())
                .as("changed calls: the bug is in the code")
                .isGreaterThanOrEqualTo(bug.callCount());
        assertThat(caught).as("what the seeds say of %s", bug).isNotEmpty();
    }

    @SuppressWarnings("unchecked")
    private static LongFunction<String> hunt(BuggyClassLoader loader) throws ReflectiveOperationException {
        Object hunt =
                loader.loadClass(Hunt.class.getName()).getDeclaredConstructor().newInstance();
        return (LongFunction<String>) hunt;
    }
}
