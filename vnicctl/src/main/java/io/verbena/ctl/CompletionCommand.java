package io.verbena.ctl;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What makes bash and zsh complete commands and options. */
@Command(name = "completion", description = "Print a script for bash and zsh: source <(vnicctl completion).")
final class CompletionCommand implements Runnable {
    @ParentCommand
    private @Nullable Vnicctl parent;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        CommandSpec root = Objects.requireNonNull(spec).root();
        Objects.requireNonNull(parent).output().line(AutoComplete.bash("vnicctl", root.commandLine()));
    }
}
