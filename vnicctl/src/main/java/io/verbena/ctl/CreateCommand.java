package io.verbena.ctl;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** Makes objects. */
@Command(name = "create", description = "Make an organisation, a project, a tenant or a virtual function.")
final class CreateCommand {
    @ParentCommand
    private @Nullable Vnicctl parent;

    private Vnicctl root() {
        return Objects.requireNonNull(parent);
    }

    @Command(
            name = "organisation",
            aliases = {"org"},
            description = "An organisation, without limits.")
    void organisation(@Parameters(paramLabel = "NAME", description = "A DNS label.") String name) throws Failure {
        try (Api api = root().api()) {
            JsonNode made = api.create(api.tenants("organisations"), Map.of("metadata", Map.of("name", name)));
            root().output().done(made, "organisation " + name + " created");
        }
    }

    @Command(name = "project", description = "A project of an organisation, without limits, for tenants to be in.")
    void project(
            @Parameters(paramLabel = "NAME", description = "A DNS label.") String name,
            @Option(
                            names = {"-O", "--organisation"},
                            required = true,
                            paramLabel = "NAME",
                            description = "Whose project it is.")
                    String organisation)
            throws Failure {
        try (Api api = root().api()) {
            JsonNode made = api.create(
                    api.tenants("projects"),
                    Map.of("metadata", Map.of("name", name), "spec", Map.of("organisation", organisation)));
            root().output().done(made, "project " + name + " of " + organisation + " created");
        }
    }

    @Command(name = "tenant", description = "A tenant, with a quota of nothing: see vnicctl quota set.")
    void tenant(
            @Parameters(paramLabel = "NAME", description = "A DNS label.") String name,
            @Option(
                            names = {"-O", "--organisation"},
                            required = true,
                            paramLabel = "NAME",
                            description = "Whose tenant it is.")
                    String organisation,
            @Option(
                            names = {"-P", "--project"},
                            paramLabel = "NAME",
                            description = "The project that it is in (default: none).")
                    @Nullable
                    String project)
            throws Failure {
        try (Api api = root().api()) {
            Map<String, String> spec = new LinkedHashMap<>();
            spec.put("organisation", organisation);
            if (project != null) {
                spec.put("project", project);
            }
            JsonNode made = api.create(api.tenants("tenants"), Map.of("metadata", Map.of("name", name), "spec", spec));
            String parent = organisation + (project == null ? "" : "/" + project);
            root().output().done(made, "tenant " + name + " of " + parent + " created");
        }
    }

    @Command(name = "vf", description = "A virtual function, with limits of each resource but vf.")
    void vf(
            @Parameters(paramLabel = "NAME", description = "A DNS label.") String name,
            @Option(
                            names = {"-t", "--tenant"},
                            required = true,
                            paramLabel = "TENANT",
                            description = "Whose [VNICCTL_TENANT].")
                    String tenant,
            @Option(names = "--nic", paramLabel = "NIC", description = "Where (default: where there is room).")
                    @Nullable
                    String nic,
            @Mixin Limits limits,
            @Mixin Waiting waiting)
            throws Failure {
        try (Api api = root().api()) {
            Map<String, Object> spec = new LinkedHashMap<>();
            if (nic != null) {
                spec.put("nic", nic);
            }
            spec.put("limits", limits.given());
            JsonNode begun = api.create(
                    api.sriov("tenants/" + Api.segment(tenant) + "/virtualFunctions"),
                    Map.of("metadata", Map.of("name", name), "spec", spec));
            waiting.conclude(api, root().output(), begun, "VF " + name + " of " + tenant, "is ready");
        }
    }
}
