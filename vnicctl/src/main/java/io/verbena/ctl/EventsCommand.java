package io.verbena.ctl;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** Shows what happened to virtual functions. */
@Command(name = "events", description = "Show what happened to virtual functions: the newest, the last one last.")
final class EventsCommand implements Callable<Integer> {
    private static final int NEWEST = 100;

    @ParentCommand
    private @Nullable Vnicctl parent;

    @Option(
            names = {"-t", "--tenant"},
            paramLabel = "TENANT",
            description = "Whose [VNICCTL_TENANT] (default: of all tenants).")
    private @Nullable String tenant;

    @Parameters(arity = "0..1", paramLabel = "VF", description = "Which (default: all).")
    private @Nullable String vf;

    @Override
    public Integer call() throws Failure {
        if (vf != null && tenant == null) {
            throw new Failure(ExitCodes.USAGE, "whose " + vf + "? Give --tenant");
        }
        Vnicctl root = Objects.requireNonNull(parent);
        try (Api api = root.api()) {
            root.output().list(of(api, tenant, vf), table(), EventsCommand::row);
            return ExitCodes.DONE;
        }
    }

    static List<JsonNode> of(Api api, @Nullable String tenant, @Nullable String vf) throws Failure {
        String path = (tenant == null ? "" : "tenants/" + Api.segment(tenant) + "/")
                + (vf == null ? "" : "virtualFunctions/" + Api.segment(vf) + "/")
                + "events";
        List<JsonNode> newestFirst = new ArrayList<>();
        api.get(URI.create(api.sriov(path) + "?pageSize=" + NEWEST))
                .body()
                .path("items")
                .forEach(newestFirst::add);
        return newestFirst.reversed();
    }

    static Table table() {
        return new Table("LAST SEEN", "TYPE", "VF", ">TIMES", "REASON", "MESSAGE");
    }

    static String[] row(JsonNode event) {
        return new String[] {
            Output.seconds(event.path("lastSeen").asString("")),
            event.path("type").asString(""),
            event.at("/object/name").asString(""),
            event.path("count").toString(),
            event.path("reason").asString(""),
            event.path("message").asString("")
        };
    }
}
