package io.verbena.ctl;

import java.net.URI;
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

/** What a tenant or an organisation may have. */
@Command(name = "quota", description = "Show or set what a tenant or an organisation may have.")
final class QuotaCommand {
    private static final String ORGANISATION = "NAME is an organisation: its quota holds for all its tenants together.";

    @ParentCommand
    private @Nullable Vnicctl parent;

    private Vnicctl root() {
        return Objects.requireNonNull(parent);
    }

    static URI url(Api api, String name, boolean organisation) {
        return api.tenants((organisation ? "organisations/" : "tenants/") + Api.segment(name) + "/quota");
    }

    /** A row for each resource that is limited or charged. */
    static void show(Output output, JsonNode quota) {
        Table table = new Table("RESOURCE", ">LIMIT", ">USED", ">RESERVED");
        for (String resource : Limits.RESOURCES) {
            JsonNode limit = quota.path("spec").path("limits").path(resource);
            table.row(
                    resource,
                    limit.isNumber() ? Amounts.shown(resource, limit.asLong()) : "none",
                    Amounts.shown(
                            resource,
                            quota.path("status").path("used").path(resource).asLong(0)),
                    Amounts.shown(
                            resource,
                            quota.path("status").path("reserved").path(resource).asLong(0)));
        }
        output.one(quota, table);
    }

    @Command(name = "get", description = "Limits, and what is charged.")
    void get(
            @Parameters(paramLabel = "NAME", description = "Whose.") String name,
            @Option(names = "--organisation", description = ORGANISATION) boolean organisation)
            throws Failure {
        try (Api api = root().api()) {
            show(root().output(), api.get(url(api, name, organisation)).body());
        }
    }

    @Command(name = "set", description = "Set the limits that are named; the others stay.")
    void set(
            @Parameters(paramLabel = "NAME", description = "Whose.") String name,
            @Option(names = "--organisation", description = ORGANISATION) boolean organisation,
            @Mixin Limits limits)
            throws Failure {
        if (limits.given().isEmpty()) {
            throw new Failure(ExitCodes.USAGE, "which limits? Such as -l vf=2,qp=16,registeredBytes=64Mi");
        }
        try (Api api = root().api()) {
            URI url = url(api, name, organisation);
            Api.Answer current = api.get(url);
            Map<String, Long> all = new LinkedHashMap<>();
            current.body()
                    .path("spec")
                    .path("limits")
                    .propertyStream()
                    .forEach(limit -> all.put(limit.getKey(), limit.getValue().asLong()));
            all.putAll(limits.given());
            show(root().output(), api.put(url, current.etag(), Map.of("spec", Map.of("limits", all))));
        }
    }
}
