package io.verbena.sriov.device;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import io.verbena.contracts.nic.FunctionReport;
import io.verbena.contracts.nic.NicCapability;
import io.verbena.contracts.nic.WireKind;
import io.verbena.sriov.vf.model.FunctionSlot;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A NIC as callers see it. */
@Schema(name = "Nic", description = "A NIC that has registered")
record NicResource(Metadata metadata, Spec spec, Status status) {
    /** In the change log. */
    static final String NOUN = "nic";

    @Schema(name = "NicMetadata")
    record Metadata(String name, long version, Instant registeredAt) {}

    /** What an operator decided. */
    @Schema(name = "NicSpec")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Spec(
            boolean approved,
            @Nullable Instant approvedAt,
            @Nullable String approvedBy,
            boolean cordoned,
            @Nullable Instant cordonedAt,
            @Nullable String cordonedBy,
            @Nullable Integer functionCount) {}

    /** What the NIC says of itself, and its functions as they were last read back; empty in lists. */
    @Schema(name = "NicStatus")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Status(
            Nic.State state,
            String host,
            UUID bootId,
            URI adminUrl,
            WireKind wire,
            @Nullable String vtep,
            Instant heartbeatAt,
            NicCapability capability,
            List<Function> functions,
            List<Finding> findings) {}

    /**
     * A function slot.
     *
     * @param vfUid the holder by our books
     * @param evicting whether the function in it, which we did not make, is to be taken away
     * @param observed the NIC's own report, null when it was never read
     */
    @Schema(name = "NicFunction")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Function(
            int pf,
            int index,
            String state,
            @Nullable UUID vfUid,
            long epoch,
            @Nullable String reason,
            boolean evicting,
            @Nullable FunctionReport observed) {}

    /** Something that waits for an operator. */
    @Schema(name = "NicFinding")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Finding(int pf, @Nullable Integer index, String reason, String message) {}

    static NicResource of(Nic nic, List<Function> functions) {
        return new NicResource(
                new Metadata(nic.name(), nic.version(), nic.registeredAt()),
                new Spec(
                        nic.approved(),
                        nic.approvedAt(),
                        nic.approvedBy(),
                        nic.cordoned(),
                        nic.cordonedAt(),
                        nic.cordonedBy(),
                        nic.wantedFunctions()),
                new Status(
                        nic.state(),
                        nic.host(),
                        nic.bootId(),
                        nic.adminUrl(),
                        nic.wire(),
                        nic.vtep(),
                        nic.heartbeatAt(),
                        nic.capability(),
                        functions,
                        findings(nic, functions)));
    }

    private static List<Finding> findings(Nic nic, List<Function> functions) {
        List<Finding> findings = new ArrayList<>();
        String notResized = nic.resizeProblem();
        if (notResized != null) {
            findings.add(new Finding(0, null, "NotResized", notResized));
        }
        functions.stream()
                .filter(function ->
                        function.state().equals(FunctionSlot.State.QUARANTINED.name()) && function.vfUid() == null)
                .map(NicResource::finding)
                .forEach(findings::add);
        return findings;
    }

    private static Finding finding(Function function) {
        String what = function.reason() == null ? "holds a function that we did not make" : function.reason();
        return new Finding(
                function.pf(),
                function.index(),
                "UnknownFunction",
                "Function " + function.index() + " " + what
                        + (function.evicting() ? "; it is being taken away" : ": adopt or release it"));
    }
}
