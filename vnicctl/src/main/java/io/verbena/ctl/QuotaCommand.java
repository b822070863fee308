package io.verbena.ctl;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** What a tenant, a project or an organisation may have. */
@Command(name = "quota", description = "Show or set what a tenant, a project or an organisation may have.")
final class QuotaCommand {
    static final String[] HEADS = {"RESOURCE", ">LIMIT", ">USED", ">RESERVED", ">LEASED"};

    @ParentCommand
    private @Nullable Vnicctl parent;

    private Vnicctl root() {
        return Objects.requireNonNull(parent);
    }

    /** Which node of the tree a name is of; a tenant without either. */
    static final class Kind {
        @Option(
                names = "--organisation",
                description = "NAME is an organisation: its quota holds for all its tenants together.")
        private boolean organisation;

        @Option(names = "--project", description = "NAME is a project: its quota holds for all its tenants together.")
        private boolean project;

        static String collection(@Nullable Kind given) {
            return given == null ? "tenants" : given.organisation ? "organisations" : "projects";
        }
    }

    static URI url(Api api, String collection, String name) {
        return api.tenants(collection + "/" + Api.segment(name) + "/quota");
    }

    /** A row for each resource that is limited or charged. */
    static void show(Output output, JsonNode quota) {
        Table table = new Table(HEADS);
        rows(quota).forEach(table::row);
        output.one(quota, table);
    }

    static List<String[]> rows(JsonNode quota) {
        List<String[]> rows = new ArrayList<>();
        for (String resource : Limits.RESOURCES) {
            JsonNode limit = quota.path("spec").path("limits").path(resource);
            rows.add(new String[] {
                resource,
                limit.isNumber() ? Amounts.shown(resource, limit.asLong()) : "none",
                Amounts.shown(
                        resource,
                        quota.path("status").path("used").path(resource).asLong(0)),
                Amounts.shown(
                        resource,
                        quota.path("status").path("reserved").path(resource).asLong(0)),
                Amounts.shown(
                        resource,
                        quota.path("status").path("leased").path(resource).asLong(0))
            });
        }
        return rows;
    }

    @Command(name = "get", description = "Limits, and what is charged.")
    void get(@Parameters(paramLabel = "NAME", description = "Whose.") String name, @ArgGroup @Nullable Kind kind)
            throws Failure {
        try (Api api = root().api()) {
            show(root().output(), api.get(url(api, Kind.collection(kind), name)).body());
        }
    }

    @Command(name = "set", description = "Set the limits that are named; the others stay.")
    void set(
            @Parameters(paramLabel = "NAME", description = "Whose.") String name,
            @ArgGroup @Nullable Kind kind,
            @Option(
                            names = "--tenant-defaults",
                            description = "Set what tenants made below it from now on start with, not its own limits.")
                    boolean tenantDefaults,
            @Mixin Limits limits)
            throws Failure {
        if (limits.given().isEmpty()) {
            throw new Failure(ExitCodes.USAGE, "which limits? Such as -l vf=2,qp=16,registeredBytes=64Mi");
        }
        try (Api api = root().api()) {
            URI url = url(api, Kind.collection(kind), name);
            Api.Answer current = api.get(url);
            Map<String, Map<String, Long>> spec = new LinkedHashMap<>();
            current.body().path("spec").propertyStream().forEach(field -> {
                Map<String, Long> all = new LinkedHashMap<>();
                field.getValue()
                        .propertyStream()
                        .forEach(limit ->
                                all.put(limit.getKey(), limit.getValue().asLong()));
                spec.put(field.getKey(), all);
            });
            spec.computeIfAbsent(tenantDefaults ? "tenantDefaults" : "limits", fresh -> new LinkedHashMap<>())
                    .putAll(limits.given());
            show(root().output(), api.put(url, current.etag(), Map.of("spec", spec)));
        }
    }
}
