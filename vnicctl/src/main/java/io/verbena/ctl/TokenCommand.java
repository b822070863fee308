package io.verbena.ctl;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** A bearer token, alone on standard output so that a shell can take it. */
@Command(name = "token", description = "Print a bearer token of the client that asks.")
final class TokenCommand implements Callable<Integer> {
    @ParentCommand
    private @Nullable Vnicctl parent;

    @Override
    public Integer call() throws Failure {
        Vnicctl root = Objects.requireNonNull(parent);
        try (Api api = root.api()) {
            root.output().line(api.token());
            return ExitCodes.DONE;
        }
    }
}
