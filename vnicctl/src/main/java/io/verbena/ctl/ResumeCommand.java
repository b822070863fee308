package io.verbena.ctl;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** Ends a tenant's suspension. */
@Command(name = "resume", description = "End a tenant's suspension.")
final class ResumeCommand implements Callable<Integer> {
    @ParentCommand
    private @Nullable Vnicctl parent;

    @Parameters(paramLabel = "TENANT", description = "Which.")
    private String tenant = "";

    @Override
    public Integer call() throws Failure {
        Vnicctl root = Objects.requireNonNull(parent);
        try (Api api = root.api()) {
            JsonNode changed = api.post(api.tenants("tenants/" + Api.segment(tenant) + ":resume"));
            root.output().done(changed, tenant + " goes on");
            return ExitCodes.DONE;
        }
    }
}
