package io.verbena.sriov.reconcile;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.nic.FunctionReport;
import io.verbena.contracts.nic.FunctionTuple;
import io.verbena.sriov.nic.NicControl;
import io.verbena.sriov.nic.NicEndpoint;
import io.verbena.sriov.vf.model.Fault;
import io.verbena.sriov.vf.model.FunctionSlots;
import io.verbena.sriov.vf.model.Happening;
import io.verbena.sriov.vf.model.VfHistory;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Sends the one command that a finding asks for. It decides nothing but whether it is time. */
@Component
class Programmer {
    private static final Logger log = LoggerFactory.getLogger(Programmer.class);

    /**
     * A command that was sent.
     *
     * @param fault what the NIC said against it; null when it carried it out
     */
    record Sent(UUID vfUid, @Nullable Fault fault) {}

    private final NicControl control;
    private final VirtualFunctions vfs;
    private final FunctionSlots slots;
    private final VfHistory history;
    private final ReconcileMetrics metrics;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Programmer(
            NicControl control,
            VirtualFunctions vfs,
            FunctionSlots slots,
            VfHistory history,
            ReconcileMetrics metrics,
            TransactionTemplate transaction,
            Clock clock) {
        this.control = control;
        this.vfs = vfs;
        this.slots = slots;
        this.history = history;
        this.metrics = metrics;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** Empty when there is nothing to send, or not yet. */
    Optional<Sent> send(NicEndpoint nic, Finding finding, Instant now) {
        return switch (finding) {
            case Finding.Program program
            when due(program.vf(), now) -> {
                if (program.drift()) {
                    metrics.drifted();
                    history.record(program.vf(), Happening.drifted(nic.name()));
                    log.warn(
                            "{}: VF {} was in force and has changed; programming it again",
                            nic.name(),
                            program.vf().uid());
                }
                vfs.update(program.vf().uid(), vf -> vf.configuring(clock.instant()));
                yield Optional.of(sent(program.command().tuple(), control.configure(nic, program.command())));
            }
            case Finding.Clear clear
            when due(clear.vf(), now) -> Optional.of(sent(clear.tuple(), control.destroy(nic, clear.tuple())));
            case Finding.Evict(FunctionTuple tuple) -> Optional.of(sent(tuple, control.destroy(nic, tuple)));
            case Finding.Program _,
                    Finding.Clear _,
                    Finding.InForce _,
                    Finding.Clean _,
                    Finding.Rebooted _,
                    Finding.Missing _,
                    Finding.Foreign _,
                    Finding.Vacated _ -> Optional.empty();
        };
    }

    private static boolean due(VirtualFunction vf, Instant now) {
        return vf.status().retries().due(now);
    }

    private Sent sent(FunctionTuple tuple, NicControl.Outcome outcome) {
        return switch (outcome) {
            case NicControl.Outcome.Done _ -> new Sent(tuple.vfUid(), null);
            case NicControl.Outcome.Silent(String detail) ->
                new Sent(tuple.vfUid(), new Fault(ProblemType.DEVICE_UNAVAILABLE, "NicUnreachable", detail, false));
            case NicControl.Outcome.Refused refused -> {
                metrics.refused(refused.type());
                log.warn("VF {}: {}: {}", tuple.vfUid(), refused.type(), refused.detail());
                Fault fault = new Fault(
                        refused.type(),
                        camelCase(refused.type()),
                        refused.detail(),
                        refused.type() == ProblemType.INDEX_OUT_OF_RANGE);
                FunctionReport current = refused.current();
                if (current != null) {
                    overtake(tuple, refused.type(), current, fault);
                }
                yield new Sent(tuple.vfUid(), fault);
            }
        };
    }

    /**
     * The NIC is ahead of our rows. Mostly the plan was old and the rows have moved on, and then nothing is done here; rows
     * that are behind themselves, as after a restored backup, go above what the NIC has seen.
     */
    private void overtake(FunctionTuple tuple, ProblemType type, FunctionReport current, Fault fault) {
        boolean epochBehind = type == ProblemType.STALE_EPOCH;
        boolean generationBehind = type == ProblemType.STALE_GENERATION || type == ProblemType.GENERATION_CONFLICT;
        if (!epochBehind && !generationBehind) {
            return;
        }
        transaction.executeWithoutResult(status -> {
            OptionalLong epoch =
                    epochBehind ? slots.drawEpoch(tuple.vfUid(), current.epochFloor()) : OptionalLong.of(tuple.epoch());
            vfs.update(tuple.vfUid(), vf -> {
                boolean behind = epoch.isPresent()
                        && vf.status().placement() != null
                        && vf.status().place().epoch() == tuple.epoch()
                        && vf.generation() == tuple.generation();
                return behind
                        ? vf.overtaking(
                                epoch.getAsLong(),
                                generationBehind ? current.appliedGeneration() : 0,
                                fault.reason(),
                                fault.detail(),
                                clock.instant())
                        : vf;
            });
        });
    }

    private static String camelCase(ProblemType type) {
        return Arrays.stream(type.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
