package io.verbena.standalone;

import io.verbena.standalone.demo.Scenario;
import io.verbena.standalone.demo.Target;
import io.verbena.standalone.system.Settings;
import io.verbena.standalone.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Starts everything, runs the scenario once and ends, so that the JVM sees what a start-up cache should hold. {@code
 * ./verbena} calls it after a build.
 */
@Command(name = "train", hidden = true, mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {
    /** Away from the demo's, which may run already. */
    private static final String ADDRESS_POOL = "127.79.0.0/16";

    @Override
    public Integer call() throws Exception {
        Terminal terminal = Terminal.detect(System.out, System.getenv());
        Settings settings = Settings.defaults().withAddressPool(ADDRESS_POOL);
        try (Session session = Session.open(terminal, Folders.detect(), settings);
                Scenario scenario =
                        Scenario.prepare(terminal, Target.of(session.jvm(), settings), Session::sinceStart)) {
            return scenario.run(session.startup()).verified() ? 0 : 1;
        }
    }
}
