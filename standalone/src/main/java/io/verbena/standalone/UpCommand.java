package io.verbena.standalone;

import io.verbena.standalone.demo.Target;
import io.verbena.standalone.system.Settings;
import io.verbena.standalone.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Everything in one JVM, until Ctrl-C. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Start the whole system in one JVM, without the scenario, until Ctrl-C.")
final class UpCommand implements Callable<Integer> {
    @Mixin
    private final SystemOptions options = new SystemOptions();

    @Override
    public Integer call() throws Exception {
        Terminal terminal = Terminal.detect(System.out, System.getenv());
        terminal.heading("Verbena: two NICs, three services, one JVM");
        Settings settings = options.settings();
        try (Session session = Session.open(terminal, Folders.detect(), settings)) {
            Links.show(terminal, Target.of(session.jvm(), settings));
            terminal.line("  a token to try it with      ./verbena token --operator");
            session.awaitSignal();
        }
        return 0;
    }
}
