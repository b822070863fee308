package io.verbena.standalone;

import io.verbena.standalone.demo.Scenario;
import io.verbena.standalone.demo.ScenarioFailure;
import io.verbena.standalone.demo.Summary;
import io.verbena.standalone.demo.Target;
import io.verbena.standalone.system.ServiceLogs;
import io.verbena.standalone.system.Settings;
import io.verbena.standalone.terminal.Style;
import io.verbena.standalone.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A scenario through all of a system: one in this JVM, or one that runs already. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Start the whole system in one JVM and run a scenario through it: two tenants, four VFs, RDMA between them, "
                    + "two refusals. Stays up until Ctrl-C. With --compose the same against containers that run already: "
                    + "tenants of an earlier run are used again, its VFs are released and made anew."
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

    @Mixin
    private final ElsewhereOptions elsewhere = new ElsewhereOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Terminal terminal = Terminal.detect(System.out, System.getenv());
        if (elsewhere.chosen()) {
            refuse(
                    SystemOptions.NAMES,
                    " is for a system that the demo starts; with " + ElsewhereOptions.COMPOSE
                            + " it runs already, and its containers are set by docker-compose.yml");
            return playElsewhere(terminal);
        }
        refuse(
                ElsewhereOptions.NEED_COMPOSE,
                " is for a system that runs already: it needs " + ElsewhereOptions.COMPOSE);
        return playInOneJvm(terminal);
    }

    private void refuse(List<String> names, String why) {
        if (spec == null) {
            throw new IllegalStateException("picocli has not said which options were given");
        }
        for (String name : names) {
            if (spec.commandLine().getParseResult().hasMatchedOption(name)) {
                throw new ParameterException(spec.commandLine(), name + why);
            }
        }
    }

    private int playInOneJvm(Terminal terminal) throws Exception {
        Settings settings = options.settings();
        terminal.heading("Verbena: two NICs, three services, one JVM");
        try (Session session = Session.open(terminal, Folders.detect(), settings)) {
            Target target = Target.of(session.jvm(), settings);
            try (Scenario scenario = Scenario.prepare(terminal, target, Session::sinceStart)) {
                Summary summary;
                try {
                    summary = scenario.run(session.startup());
                } catch (Exception e) {
                    session.parkIfSignalled();
                    throw new ScenarioFailure(
                            e.getMessage() + System.lineSeparator() + "  log: " + session.logFile(), e);
                }
                conclude(terminal, summary);
                if (!exit) {
                    Links.show(terminal, target);
                    session.awaitSignal();
                }
                return summary.verified() ? 0 : 1;
            }
        }
    }

    private int playElsewhere(Terminal terminal) throws Exception {
        ServiceLogs.warningsOnly();
        Target target = elsewhere.target(Folders.detect());
        terminal.heading("Verbena: a system that runs already");
        try (Scenario scenario = Scenario.prepareWhenReady(terminal, target, Session::sinceStart)) {
            Summary summary = scenario.run(Session.sinceStart());
            conclude(terminal, summary);
            if (!exit) {
                Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(scenario::close));
                Links.show(terminal, target);
                terminal.blank();
                terminal.line("  Connected until Ctrl-C; the tenants and their VFs stay.");
                new CountDownLatch(1).await();
            }
            return summary.verified() ? 0 : 1;
        }
    }

    private void conclude(Terminal terminal, Summary summary) throws IOException {
        if (summaryFile != null) {
            write(summary, summaryFile);
        }
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
        if (summary.repeats() > 0) {
            terminal.line(terminal.styled(
                    "  " + summary.repeats() + " times something was done again, as a part had been away",
                    Style.YELLOW));
        }
    }

    private static void write(Summary summary, Path file) throws IOException {
        JsonMapper json =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        Files.writeString(file, json.writeValueAsString(summary) + System.lineSeparator());
    }
}
