package io.verbena.ctl;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** Removes a tenant and all it has. What was cut short goes on when it is given again: each step is done at most once. */
@Command(
        name = "offboard",
        description = "Remove a tenant with its virtual functions and clients. Give it again if it was cut short.")
final class OffboardCommand implements Callable<Integer> {
    @ParentCommand
    private @Nullable Vnicctl parent;

    @Parameters(paramLabel = "TENANT", description = "Which.")
    private String tenant = "";

    @Option(
            names = {"-w", "--wait"},
            paramLabel = "SECONDS",
            defaultValue = "120",
            description = "For each virtual function, so long at most (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Override
    public Integer call() throws Failure {
        Vnicctl root = Objects.requireNonNull(parent);
        try (Api api = root.api()) {
            // First, so that nothing new comes while the rest goes.
            SuspendCommand.suspend(api, tenant, "offboarding");
            String vfs = "tenants/" + Api.segment(tenant) + "/virtualFunctions";
            for (JsonNode vf : api.list(api.sriov(vfs))) {
                String name = vf.path("metadata").path("name").asString();
                JsonNode begun = api.delete(api.sriov(vfs + "/" + Api.segment(name)));
                api.await(begun, "VF " + name + " of " + tenant, seconds);
            }
            JsonNode deleted = api.delete(api.tenants("tenants/" + Api.segment(tenant)));
            root.output().done(deleted, tenant + " is gone");
            return ExitCodes.DONE;
        }
    }
}
