package io.verbena.ctl;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Takes functions away once nobody uses them. */
@Command(name = "drain", description = "Remove a virtual function, or all of a NIC, once nobody uses them.")
final class DrainCommand {
    @ParentCommand
    private @Nullable Vnicctl parent;

    private Vnicctl root() {
        return Objects.requireNonNull(parent);
    }

    @Command(name = "nic", description = "All virtual functions of a NIC. It takes no new one until uncordon.")
    void nic(
            @Parameters(paramLabel = "NIC", description = "Which.") String nic,
            @Option(
                            names = "--budget",
                            defaultValue = "1",
                            paramLabel = "COUNT",
                            description = "How many may be on their way at once (default: ${DEFAULT-VALUE}).")
                    int budget,
            @Mixin Patience patience,
            @Mixin Waiting waiting)
            throws Failure {
        try (Api api = root().api()) {
            Map<String, Object> body = new HashMap<>(patience.body());
            body.put("budget", budget);
            waiting.conclude(
                    api,
                    root().output(),
                    api.act(api.sriov("nics/" + Api.segment(nic) + ":drain"), body),
                    nic,
                    "holds no virtual function");
        }
    }

    @Command(name = "vf", description = "One virtual function.")
    void vf(
            @Parameters(paramLabel = "NAME", description = "Which.") String name,
            @Option(
                            names = {"-t", "--tenant"},
                            required = true,
                            paramLabel = "TENANT",
                            description = "Whose [VNICCTL_TENANT].")
                    String tenant,
            @Mixin Patience patience,
            @Mixin Waiting waiting)
            throws Failure {
        try (Api api = root().api()) {
            String path = "tenants/" + Api.segment(tenant) + "/virtualFunctions/" + Api.segment(name) + ":drain";
            waiting.conclude(
                    api,
                    root().output(),
                    api.act(api.sriov(path), patience.body()),
                    "VF " + name + " of " + tenant,
                    "is gone");
        }
    }
}
