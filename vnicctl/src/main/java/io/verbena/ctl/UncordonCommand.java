package io.verbena.ctl;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** Lets a NIC take VFs again. */
@Command(name = "uncordon", description = "Let a NIC take virtual functions again.")
final class UncordonCommand implements Callable<Integer> {
    @ParentCommand
    private @Nullable Vnicctl parent;

    @Parameters(paramLabel = "NIC", description = "Which.")
    private String nic = "";

    @Override
    public Integer call() throws Failure {
        Vnicctl root = Objects.requireNonNull(parent);
        try (Api api = root.api()) {
            JsonNode changed = api.post(api.sriov("nics/" + Api.segment(nic) + ":uncordon"));
            root.output().done(changed, nic + " uncordoned");
            return ExitCodes.DONE;
        }
    }
}
