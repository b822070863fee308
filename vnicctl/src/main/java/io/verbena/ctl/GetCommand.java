package io.verbena.ctl;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
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
    private static final String WATCH = "Go on with what changes, until Ctrl-C.";
    private static final String[] VF_HEADS = {"NAME", "TENANT", "STATE", "READY", "NIC", "ADDRESS", ">QPS", ">BYTES"};

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
            @Option(
                            names = {"-w", "--watch"},
                            description = WATCH)
                    boolean watch,
            @Parameters(arity = "0..*", paramLabel = "NAME", description = NAMES) @Nullable List<String> names)
            throws Failure {
        run((api, output) -> show(
                api,
                output,
                new Shown(api.tenants("organisations"), new String[] {"NAME", "CREATED"}, item ->
                        new String[] {name(item), time(item, "createdAt")}),
                names,
                watch));
    }

    @Command(
            name = "projects",
            aliases = {"project"},
            description = "Nodes between an organisation and its tenants.")
    void projects(
            @Option(
                            names = {"-w", "--watch"},
                            description = WATCH)
                    boolean watch,
            @Parameters(arity = "0..*", paramLabel = "NAME", description = NAMES) @Nullable List<String> names)
            throws Failure {
        run((api, output) -> show(
                api,
                output,
                new Shown(
                        api.tenants("projects"),
                        new String[] {"NAME", "ORGANISATION", "CREATED"},
                        item -> new String[] {
                            name(item), item.path("spec").path("organisation").asString(""), time(item, "createdAt")
                        }),
                names,
                watch));
    }

    @Command(
            name = "tenants",
            aliases = {"tenant"},
            description = "Whom virtual functions belong to.")
    void tenants(
            @Option(
                            names = {"-w", "--watch"},
                            description = WATCH)
                    boolean watch,
            @Parameters(arity = "0..*", paramLabel = "NAME", description = NAMES) @Nullable List<String> names)
            throws Failure {
        run((api, output) -> show(
                api,
                output,
                new Shown(
                        api.tenants("tenants"),
                        new String[] {"NAME", "ORGANISATION", "PROJECT", "STATE", "CREATED"},
                        GetCommand::tenant),
                names,
                watch));
    }

    private static String[] tenant(JsonNode item) {
        return new String[] {
            name(item),
            item.path("spec").path("organisation").asString(""),
            item.path("spec").path("project").asString("-"),
            item.path("status").path("state").asString(""),
            time(item, "createdAt")
        };
    }

    @Command(
            name = "nics",
            aliases = {"nic"},
            description = "NICs that have registered.")
    void nics(
            @Option(
                            names = {"-w", "--watch"},
                            description = WATCH)
                    boolean watch,
            @Parameters(arity = "0..*", paramLabel = "NAME", description = NAMES) @Nullable List<String> names)
            throws Failure {
        run((api, output) -> show(
                api,
                output,
                new Shown(
                        api.sriov("nics"),
                        new String[] {"NAME", "HOST", "STATE", "APPROVED", ">SLOTS", "HEARTBEAT"},
                        GetCommand::nic),
                names,
                watch));
    }

    private static String[] nic(JsonNode item) {
        JsonNode status = item.path("status");
        return new String[] {
            name(item),
            status.path("host").asString(""),
            status.path("state").asString("")
                    + (item.path("spec").path("cordoned").asBoolean() ? ",CORDONED" : ""),
            item.path("spec").path("approved").asBoolean() ? "yes" : "no",
            status.path("capability").path("functionCount").toString(),
            Output.seconds(status.path("heartbeatAt").asString(""))
        };
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
            @Option(
                            names = {"-w", "--watch"},
                            description = WATCH)
                    boolean watch,
            @Parameters(arity = "0..*", paramLabel = "NAME", description = NAMES) @Nullable List<String> names)
            throws Failure {
        if (tenant == null && (names != null || watch)) {
            throw new Failure(
                    ExitCodes.USAGE, "whose " + (names == null ? "VFs" : names.getFirst()) + "? Give --tenant");
        }
        run((api, output) -> {
            List<String> tenants = tenant == null
                    ? api.list(api.tenants("tenants")).stream()
                            .map(GetCommand::name)
                            .toList()
                    : List.of(tenant);
            List<JsonNode> vfs = new ArrayList<>();
            for (String one : tenants) {
                Shown shown = vfsOf(api, one);
                if (watch) {
                    show(api, output, shown, names, true);
                    return;
                }
                vfs.addAll(found(api, shown.list(), names));
            }
            output.list(vfs, new Table(VF_HEADS), GetCommand::vf);
        });
    }

    private static Shown vfsOf(Api api, String tenant) {
        return new Shown(api.sriov("tenants/" + Api.segment(tenant) + "/virtualFunctions"), VF_HEADS, GetCommand::vf);
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
                found(api, api.sriov("operations"), ids),
                new Table("KIND", "VF/NIC", "PHASE", "DONE", "OUTCOME"),
                item -> {
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
    void quota(
            @Option(
                            names = {"-w", "--watch"},
                            description = WATCH)
                    boolean watch,
            @Parameters(paramLabel = "TENANT", description = "Whose.") String tenant)
            throws Failure {
        run((api, output) -> {
            if (watch) {
                new WatchedQuota(api, output, tenant).follow();
            } else {
                QuotaCommand.show(
                        output,
                        api.get(QuotaCommand.url(api, "tenants", tenant)).body());
            }
        });
    }

    /** A list and how its objects look in a table. */
    private record Shown(URI list, String[] heads, Function<JsonNode, String[]> row) {}

    private static void show(Api api, Output output, Shown shown, @Nullable List<String> names, boolean watch)
            throws Failure {
        if (!watch) {
            output.list(found(api, shown.list(), names), new Table(shown.heads()), shown.row());
            return;
        }
        if (names != null) {
            // A name that nothing has is a mistake, not something to wait for.
            found(api, shown.list(), names);
        }
        Table table = Table.ofChanges(shown.heads());
        new WatchedList(
                        api,
                        shown.list(),
                        shown.list(),
                        changes -> output.changes(
                                changes.stream()
                                        .filter(change -> names == null || names.contains(name(change.object())))
                                        .toList(),
                                table,
                                shown.row()),
                        output::warn)
                .follow();
    }

    private static List<JsonNode> found(Api api, URI list, @Nullable List<String> names) throws Failure {
        if (names == null) {
            return api.list(list);
        }
        List<JsonNode> found = new ArrayList<>();
        for (String name : names) {
            found.add(api.get(URI.create(list + "/" + Api.segment(name))).body());
        }
        return found;
    }

    private static String name(JsonNode item) {
        return item.path("metadata").path("name").asString("");
    }

    private static String time(JsonNode item, String field) {
        return Output.seconds(item.path("metadata").path(field).asString(""));
    }
}
