package io.verbena.ctl;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** Has a NIC take no new VF. */
@Command(name = "cordon", description = "Have a NIC take no new virtual function; what it holds stays.")
final class CordonCommand implements Callable<Integer> {
    @ParentCommand
    private @Nullable Vnicctl parent;

    @Parameters(paramLabel = "NIC", description = "Which.")
    private String nic = "";

    @Override
    public Integer call() throws Failure {
        Vnicctl root = Objects.requireNonNull(parent);
        try (Api api = root.api()) {
            JsonNode changed = api.post(api.sriov("nics/" + Api.segment(nic) + ":cordon"));
            root.output().done(changed, nic + " cordoned");
            return ExitCodes.DONE;
        }
    }
}
