package io.verbena.ctl;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** Removes objects. */
@Command(name = "delete", description = "Remove an organisation, a project, a tenant or a virtual function.")
final class DeleteCommand {
    @ParentCommand
    private @Nullable Vnicctl parent;

    private Vnicctl root() {
        return Objects.requireNonNull(parent);
    }

    @Command(
            name = "organisation",
            aliases = {"org"},
            description = "An organisation that has neither projects nor tenants.")
    void organisation(@Parameters(paramLabel = "NAME", description = "Which.") String name) throws Failure {
        try (Api api = root().api()) {
            root().output()
                    .done(
                            api.delete(api.tenants("organisations/" + Api.segment(name))),
                            "organisation " + name + " deleted");
        }
    }

    @Command(name = "project", description = "A project that has no tenants.")
    void project(@Parameters(paramLabel = "NAME", description = "Which.") String name) throws Failure {
        try (Api api = root().api()) {
            root().output()
                    .done(api.delete(api.tenants("projects/" + Api.segment(name))), "project " + name + " deleted");
        }
    }

    @Command(name = "tenant", description = "A tenant to which nothing is charged, and its clients.")
    void tenant(@Parameters(paramLabel = "NAME", description = "Which.") String name) throws Failure {
        try (Api api = root().api()) {
            root().output()
                    .done(api.delete(api.tenants("tenants/" + Api.segment(name))), "tenant " + name + " deleted");
        }
    }

    @Command(name = "vf", description = "A virtual function: drained, cleared, its quota returned.")
    void vf(
            @Parameters(paramLabel = "NAME", description = "Which.") String name,
            @Option(
                            names = {"-t", "--tenant"},
                            required = true,
                            paramLabel = "TENANT",
                            description = "Whose [VNICCTL_TENANT].")
                    String tenant,
            @Mixin Waiting waiting)
            throws Failure {
        try (Api api = root().api()) {
            JsonNode begun =
                    api.delete(api.sriov("tenants/" + Api.segment(tenant) + "/virtualFunctions/" + Api.segment(name)));
            waiting.conclude(api, root().output(), begun, "VF " + name + " of " + tenant, "is gone");
        }
    }
}
