package io.verbena.ctl;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Shows one object with all that a person asks next. */
@Command(name = "describe", description = "Show one object, how it is and what happened to it.")
final class DescribeCommand {
    @ParentCommand
    private @Nullable Vnicctl parent;

    @Command(name = "vf", description = "A virtual function.")
    void vf(
            @Option(
                            names = {"-t", "--tenant"},
                            required = true,
                            paramLabel = "TENANT",
                            description = "Whose [VNICCTL_TENANT].")
                    String tenant,
            @Parameters(paramLabel = "NAME", description = "Which.") String name)
            throws Failure {
        Vnicctl root = Objects.requireNonNull(parent);
        try (Api api = root.api()) {
            JsonNode vf = api.get(
                            api.sriov("tenants/" + Api.segment(tenant) + "/virtualFunctions/" + Api.segment(name)))
                    .body();
            List<JsonNode> events = EventsCommand.of(api, tenant, name);
            ObjectNode all = JsonMapper.shared().createObjectNode();
            all.set("object", vf);
            all.set("events", JsonMapper.shared().valueToTree(events));
            Table happened = EventsCommand.table();
            events.forEach(event -> happened.row(EventsCommand.row(event)));
            root.output().described(all, List.of(fields(vf), conditions(vf), happened));
        }
    }

    private static Table fields(JsonNode vf) {
        JsonNode status = vf.path("status");
        Table fields = new Table("Name", vf.at("/metadata/name").asString(""))
                .row("Id", vf.at("/metadata/id").asString(""))
                .row("Tenant", vf.at("/metadata/tenant").asString(""))
                .row(
                        "State",
                        status.path("state").asString("") + " since "
                                + Output.seconds(status.path("stateSince").asString("")));
        for (String name : List.of("host", "nic", "pf", "index", "address", "operationId")) {
            String value = status.path(name).asString("");
            if (!value.isEmpty()) {
                fields.row(name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1), value);
            }
        }
        vf.at("/spec/limits")
                .propertyStream()
                .forEach(limit -> fields.row(
                        "Limit " + limit.getKey(),
                        Amounts.shown(limit.getKey(), limit.getValue().asLong())));
        return fields;
    }

    private static Table conditions(JsonNode vf) {
        Table conditions = new Table("CONDITION", "STATUS", "REASON", "MESSAGE");
        for (JsonNode condition : vf.at("/status/conditions")) {
            conditions.row(
                    condition.path("type").asString(""),
                    condition.path("status").asString(""),
                    condition.path("reason").asString(""),
                    condition.path("message").asString(""));
        }
        return conditions;
    }
}
