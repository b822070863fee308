package io.verbena.ctl;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** Lets a NIC take work. */
@Command(name = "approve", description = "Let a NIC that has registered take work.")
final class ApproveCommand implements Callable<Integer> {
    @ParentCommand
    private @Nullable Vnicctl parent;

    @Parameters(paramLabel = "NIC", description = "Which.")
    private String nic = "";

    @Override
    public Integer call() throws Failure {
        Vnicctl root = Objects.requireNonNull(parent);
        try (Api api = root.api()) {
            JsonNode approved = api.post(api.sriov("nics/" + Api.segment(nic) + ":approve"));
            root.output().done(approved, nic + " approved");
            return ExitCodes.DONE;
        }
    }
}
