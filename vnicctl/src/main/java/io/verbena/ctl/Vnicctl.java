package io.verbena.ctl;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** The command itself; what it can do is in its subcommands. */
@Command(
        name = "vnicctl",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        sortOptions = false,
        versionProvider = Version.class,
        subcommands = {
            GetCommand.class,
            DescribeCommand.class,
            EventsCommand.class,
            CreateCommand.class,
            DeleteCommand.class,
            QuotaCommand.class,
            SuspendCommand.class,
            ResumeCommand.class,
            OffboardCommand.class,
            ApproveCommand.class,
            CordonCommand.class,
            UncordonCommand.class,
            DrainCommand.class,
            TokenCommand.class,
            VersionCommand.class,
            CompletionCommand.class
        },
        description = "Organisations, tenants, quotas, virtual functions and NICs of Verbena.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the service refused it",
            "2:the command makes no sense, or says too little",
            "3:a service was not reached, or failed itself",
            "4:there is no such object",
            "5:the operation that was waited for failed",
            "6:the operation goes on, and the wait is over"
        })
public final class Vnicctl {
    /** How results are written. */
    enum Format {
        table,
        json
    }

    @Mixin
    private final Settings settings = new Settings();

    @Option(
            names = {"-o", "--output"},
            scope = ScopeType.INHERIT,
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} [VNICCTL_OUTPUT] (default: table).")
    private Format format = Format.table;

    private final PrintWriter out;
    private final PrintWriter err;

    private Vnicctl(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    /** Runs the command of the process, and ends it with the command's code. */
    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(System.getenv(), out, err, arguments));
    }

    /** Runs a command. */
    public static int run(Map<String, String> variables, PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine command = new CommandLine(new Vnicctl(out, err))
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((refused, _) -> refuse(refused))
                .setExecutionExceptionHandler((failed, at, _) -> fail(failed, at));
        try {
            Defaults defaults = Defaults.read(variables, configuration(variables, arguments));
            for (String name : defaults.namesInFile()) {
                if (!hasOption(command, "--" + name)) {
                    throw new Failure(
                            ExitCodes.USAGE, "the configuration has " + name + ", and there is no option --" + name);
                }
            }
            command.setDefaultValueProvider(defaults);
        } catch (Failure e) {
            err.println("vnicctl: " + e.getMessage());
            return e.exitCode();
        }
        return command.execute(arguments);
    }

    private static boolean hasOption(CommandLine command, String option) {
        return command.getCommandSpec().findOption(option) != null
                || command.getSubcommands().values().stream().anyMatch(below -> hasOption(below, option));
    }

    /** Looked for before anything is parsed, as it has the defaults of the rest. */
    private static @Nullable String configuration(Map<String, String> variables, String... arguments) {
        String option = "--config";
        for (int at = 0; at < arguments.length; at++) {
            if (arguments[at].startsWith(option + "=")) {
                return arguments[at].substring(option.length() + 1);
            }
            if (arguments[at].equals(option) && at + 1 < arguments.length) {
                return arguments[at + 1];
            }
        }
        return variables.get(Defaults.CONFIG);
    }

    private static int refuse(ParameterException refused) {
        CommandLine command = refused.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("vnicctl: " + refused.getMessage());
        err.println("  " + command.getCommandSpec().qualifiedName() + " --help says what there is");
        return ExitCodes.USAGE;
    }

    private static int fail(Exception failed, CommandLine command) {
        PrintWriter err = command.getErr();
        if (failed instanceof Failure failure) {
            err.println("vnicctl: " + failure.getMessage());
            return failure.exitCode();
        }
        failed.printStackTrace(err);
        return ExitCodes.UNREACHED;
    }

    Api api() throws Failure {
        return new Api(settings);
    }

    Output output() {
        return new Output(out, err, format == Format.json);
    }
}
