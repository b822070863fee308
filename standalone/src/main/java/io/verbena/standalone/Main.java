package io.verbena.standalone;

import io.verbena.standalone.terminal.Terminal;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/** The commands that {@code ./verbena} gives to the JVM. */
@Command(
        name = "./verbena",
        mixinStandardHelpOptions = true,
        subcommands = {DemoCommand.class, UpCommand.class, TrainCommand.class, TokenCommand.class, DissectCommand.class
        },
        description = "RDMA NICs sliced into virtual functions with hard limits.")
public final class Main {
    private Main() {}

    /** Exits explicitly: the embedded broker keeps threads alive. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    static int run(String... args) {
        // Bound now: a system that runs takes System.err over for its log.
        PrintWriter err = new PrintWriter(System.err, true);
        return new CommandLine(new Main())
                .setErr(err)
                .setParameterExceptionHandler((refused, _) -> refuse(refused))
                .setExecutionExceptionHandler((failed, command, _) -> fail(failed, command))
                .execute(args);
    }

    private static int refuse(ParameterException refused) {
        CommandLine command = refused.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("verbena: " + refused.getMessage());
        err.println("  " + command.getCommandSpec().qualifiedName() + " --help says what there is");
        return ExitCode.USAGE;
    }

    private static int fail(Exception failed, CommandLine command) {
        if (failed instanceof RuntimeException) {
            failed.printStackTrace(command.getErr());
        }
        String message = failed.getMessage();
        command.getErr().println(Terminal.wrap("verbena: " + (message == null ? failed.toString() : message)));
        return ExitCode.SOFTWARE;
    }
}
