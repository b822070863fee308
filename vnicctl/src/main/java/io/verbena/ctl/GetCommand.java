package io.verbena.ctl;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** Shows objects: all of a kind, or those that are named. */
@Command(name = "get", description = "Show objects: all of a kind, or those that are named.")
final class GetCommand {
    private static final String NAMES = "Those to show; all when none is named.";
    private static final int SECONDS = "2026-01-01T00:00:00".length();

    @ParentCommand
    private @Nullable Vnicctl parent;

    @FunctionalInterface
    private interface Work {
        void with(Api api, Output output) throws Failure;
    }

    private void run(Work work) throws Failure {
        Vnicctl root = Objects.requireNonNull(parent);
        try (Api api = root.api()) {
            work.with(api, root.output());
        }
    }

    @Command(
            name = "organisations",
            aliases = {"organisation", "orgs", "org"},
            description = "Roots of the tree.")
    void organisations(
            @Parameters(arity = "0..*", paramLabel = "NAME", description = NAMES) @Nullable List<String> names)
            throws Failure {
        run((api, output) -> output.list(found(api, "organisations", names, true), new Table("NAME", "CREATED"), item ->
                new String[] {name(item), time(item, "createdAt")}));
    }

    @Command(
            name = "projects",
            aliases = {"project"},
            description = "Nodes between an organisation and its tenants.")
    void projects(@Parameters(arity = "0..*", paramLabel = "NAME", description = NAMES) @Nullable List<String> names)
            throws Failure {
        run((api, output) -> output.list(
                found(api, "projects", names, true),
                new Table("NAME", "ORGANISATION", "CREATED"),
                item -> new String[] {
                    name(item), item.path("spec").path("organisation").asString(""), time(item, "createdAt")
                }));
    }

    @Command(
            name = "tenants",
            aliases = {"tenant"},
            description = "Whom virtual functions belong to.")
    void tenants(@Parameters(arity = "0..*", paramLabel = "NAME", description = NAMES) @Nullable List<String> names)
            throws Failure {
        run((api, output) -> output.list(
                found(api, "tenants", names, true),
                new Table("NAME", "ORGANISATION", "PROJECT", "STATE", "CREATED"),
                item -> new String[] {
                    name(item),
                    item.path("spec").path("organisation").asString(""),
                    item.path("spec").path("project").asString("-"),
                    item.path("status").path("state").asString(""),
                    time(item, "createdAt")
                }));
    }

    @Command(
            name = "nics",
            aliases = {"nic"},
            description = "NICs that have registered.")
    void nics(@Parameters(arity = "0..*", paramLabel = "NAME", description = NAMES) @Nullable List<String> names)
            throws Failure {
        run((api, output) -> output.list(
                found(api, "nics", names, false),
                new Table("NAME", "HOST", "STATE", "APPROVED", ">SLOTS", "HEARTBEAT"),
                item -> {
                    JsonNode status = item.path("status");
                    return new String[] {
                        name(item),
                        status.path("host").asString(""),
                        status.path("state").asString("")
                                + (item.path("spec").path("cordoned").asBoolean() ? ",CORDONED" : ""),
                        item.path("spec").path("approved").asBoolean() ? "yes" : "no",
                        status.path("capability").path("functionCount").toString(),
                        seconds(status.path("heartbeatAt").asString(""))
                    };
                }));
    }

    @Command(
            name = "vfs",
            aliases = {"vf"},
            description = "Virtual functions of a tenant, or of all.")
    void vfs(
            @Option(
                            names = {"-t", "--tenant"},
                            paramLabel = "TENANT",
                            description = "Whose [VNICCTL_TENANT] (default: of all tenants).")
                    @Nullable
                    String tenant,
            @Parameters(arity = "0..*", paramLabel = "NAME", description = NAMES) @Nullable List<String> names)
            throws Failure {
        run((api, output) -> {
            List<String> tenants = tenant == null
                    ? api.list(api.tenants("tenants")).stream()
                            .map(GetCommand::name)
                            .toList()
                    : List.of(tenant);
            List<JsonNode> vfs = new ArrayList<>();
            if (names != null && tenant == null) {
                throw new Failure(ExitCodes.USAGE, "whose " + names.getFirst() + "? Give --tenant");
            }
            for (String one : tenants) {
                vfs.addAll(found(api, "tenants/" + Api.segment(one) + "/virtualFunctions", names, false));
            }
            output.list(
                    vfs,
                    new Table("NAME", "TENANT", "STATE", "READY", "NIC", "ADDRESS", ">QPS", ">BYTES"),
                    GetCommand::vf);
        });
    }

    private static String[] vf(JsonNode item) {
        JsonNode status = item.path("status");
        JsonNode limits = item.path("spec").path("limits");
        String ready = "Unknown";
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asString("").equals("Ready")) {
                ready = condition.path("status").asString("");
            }
        }
        return new String[] {
            name(item),
            item.path("metadata").path("tenant").asString(""),
            status.path("state").asString(""),
            ready,
            status.path("nic").asString("-"),
            status.path("address").asString("-"),
            limits.path("qp").asString(""),
            Amounts.shown("registeredBytes", limits.path("registeredBytes").asLong())
        };
    }

    @Command(
            name = "operations",
            aliases = {"operation", "op"},
            description = "Long work, by the ids that create and delete have told.")
    void operations(@Parameters(arity = "1..*", paramLabel = "ID", description = "Those to show.") List<String> ids)
            throws Failure {
        run((api, output) -> output.list(
                found(api, "operations", ids, false), new Table("KIND", "VF/NIC", "PHASE", "DONE", "OUTCOME"), item -> {
                    JsonNode metadata = item.path("metadata");
                    String error = item.path("error").path("detail").asString("");
                    boolean done = item.path("done").asBoolean();
                    return new String[] {
                        metadata.path("kind").asString(""),
                        metadata.path("virtualFunction")
                                .asString(metadata.path("nic").asString("")),
                        metadata.path("phase").asString(""),
                        done ? "yes" : "no",
                        error.isEmpty() ? done ? "ok" : "" : error
                    };
                }));
    }

    @Command(name = "quota", description = "What a tenant may have, and what is charged to it.")
    void quota(@Parameters(paramLabel = "TENANT", description = "Whose.") String tenant) throws Failure {
        run((api, output) -> QuotaCommand.show(
                output, api.get(QuotaCommand.url(api, "tenants", tenant)).body()));
    }

    private static List<JsonNode> found(Api api, String collection, @Nullable List<String> names, boolean ofTenants)
            throws Failure {
        if (names == null) {
            return api.list(ofTenants ? api.tenants(collection) : api.sriov(collection));
        }
        List<JsonNode> found = new ArrayList<>();
        for (String name : names) {
            String path = collection + "/" + Api.segment(name);
            found.add(api.get(ofTenants ? api.tenants(path) : api.sriov(path)).body());
        }
        return found;
    }

    private static String name(JsonNode item) {
        return item.path("metadata").path("name").asString("");
    }

    private static String time(JsonNode item, String field) {
        return seconds(item.path("metadata").path(field).asString(""));
    }

    /** Without fractions, in UTC as it comes. */
    private static String seconds(String instant) {
        return instant.length() <= SECONDS ? instant : instant.substring(0, SECONDS) + "Z";
    }
}
