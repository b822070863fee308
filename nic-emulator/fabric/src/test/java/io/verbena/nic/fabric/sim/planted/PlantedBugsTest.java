package io.verbena.nic.fabric.sim.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The seeds of the simulation find each of these bugs; docs/adr/0003-planted-bugs.md tells how they are planted. */
@Tag("sim")
class PlantedBugsTest {
    private static final int SEEDS = 200;

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
                .as("changed instructions: the bug is in the code")
                .isPositive();
        assertThat(caught).as("what the seeds say of %s", bug).isNotEmpty();
    }

    @SuppressWarnings("unchecked")
    private static LongFunction<String> hunt(BuggyClassLoader loader) throws ReflectiveOperationException {
        Object hunt =
                loader.loadClass(Hunt.class.getName()).getDeclaredConstructor().newInstance();
        return (LongFunction<String>) hunt;
    }
}
