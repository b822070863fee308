package io.verbena.standalone;

import io.verbena.standalone.demo.Scenario;
import io.verbena.standalone.demo.ScenarioFailure;
import io.verbena.standalone.demo.Summary;
import io.verbena.standalone.demo.Target;
import io.verbena.standalone.system.Settings;
import io.verbena.standalone.terminal.Style;
import io.verbena.standalone.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Everything in one JVM, and a scenario through all of it. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Start the whole system in one JVM and run a scenario through it: two tenants, four VFs, RDMA between them, "
                    + "two refusals. Stays up until Ctrl-C."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every transfer was verified and every refusal came",
            "1:something failed or did not verify",
            "2:an option makes no sense"
        })
final class DemoCommand implements Callable<Integer> {
    @Option(names = "--exit", description = "End when the scenario is over.")
    private boolean exit;

    @Option(
            names = "--summary",
            paramLabel = "FILE",
            converter = Arguments.OutputFile.class,
            description = "Write what the scenario found to FILE, as JSON.")
    private @Nullable Path summaryFile;

    @Mixin
    private final SystemOptions options = new SystemOptions();

    @Override
    public Integer call() throws Exception {
        Terminal terminal = Terminal.detect(System.out, System.getenv());
        Settings settings = options.settings();
        terminal.heading("Verbena: two NICs, three services, one JVM");
        try (Session session = Session.open(terminal, Folders.detect(), settings);
                Scenario scenario =
                        Scenario.prepare(terminal, Target.of(session.jvm(), settings), Session::sinceStart)) {
            Summary summary;
            try {
                summary = scenario.run(session.startup());
            } catch (Exception e) {
                session.parkIfSignalled();
                throw new ScenarioFailure(e.getMessage() + System.lineSeparator() + "  log: " + session.logFile(), e);
            }
            if (summaryFile != null) {
                write(summary, summaryFile);
            }
            conclude(terminal, summary);
            if (!exit) {
                Links.show(terminal, session.jvm());
                session.awaitSignal();
            }
            return summary.verified() ? 0 : 1;
        }
    }

    private static void conclude(Terminal terminal, Summary summary) {
        long wrong = summary.transfers().stream()
                .filter(transfer -> !transfer.verified())
                .count();
        terminal.blank();
        if (wrong == 0) {
            terminal.line("  " + terminal.styled(summary.transfers().size() + " transfers verified", Style.GREEN) + ", "
                    + summary.refusals().size() + " refusals as expected");
        } else {
            terminal.line("  "
                    + terminal.styled(
                            wrong + " of " + summary.transfers().size() + " transfers did not verify", Style.RED));
        }
    }

    private static void write(Summary summary, Path file) throws IOException {
        JsonMapper json =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        Files.writeString(file, json.writeValueAsString(summary) + System.lineSeparator());
    }
}
