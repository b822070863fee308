package io.verbena.ctl;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** Has a tenant get nothing more. */
@Command(name = "suspend", description = "Have a tenant keep what it has, and get nothing more.")
final class SuspendCommand implements Callable<Integer> {
    @ParentCommand
    private @Nullable Vnicctl parent;

    @Parameters(paramLabel = "TENANT", description = "Which.")
    private String tenant = "";

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "For people; shown with the tenant.")
    private String reason = "";

    @Override
    public Integer call() throws Failure {
        Vnicctl root = Objects.requireNonNull(parent);
        try (Api api = root.api()) {
            root.output().done(suspend(api, tenant, reason), tenant + " suspended");
            return ExitCodes.DONE;
        }
    }

    static JsonNode suspend(Api api, String tenant, String reason) throws Failure {
        return api.create(api.tenants("tenants/" + Api.segment(tenant) + ":suspend"), Map.of("reason", reason));
    }
}
