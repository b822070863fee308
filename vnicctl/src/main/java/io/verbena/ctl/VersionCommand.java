package io.verbena.ctl;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Which vnicctl this is. */
@Command(name = "version", description = "Print the version.")
final class VersionCommand implements Runnable {
    @ParentCommand
    private @Nullable Vnicctl parent;

    @Override
    public void run() {
        Objects.requireNonNull(parent).output().line("vnicctl " + Version.text());
    }
}
