package io.verbena.sriov.vf.application;

import io.verbena.sriov.SriovProperties;
import io.verbena.sriov.operations.LimitsChange;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.operations.Subject;
import io.verbena.sriov.provisioning.Releases;
import io.verbena.sriov.provisioning.Sagas;
import io.verbena.sriov.vf.model.Drain;
import io.verbena.sriov.vf.model.UuidV7;
import io.verbena.sriov.vf.model.VfEvent;
import io.verbena.sriov.vf.model.VfLimits;
import io.verbena.sriov.vf.model.VfVerb;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Takes wishes: stores the intent and its operation in one transaction, and answers. What follows is the saga's. */
@Service
public class VfRequests {
    private final VirtualFunctions vfs;
    private final Sagas sagas;
    private final Releases releases;
    private final Duration drainDeadline;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    VfRequests(VirtualFunctions vfs, Sagas sagas, Releases releases, SriovProperties properties, Clock clock) {
        this.vfs = vfs;
        this.sagas = sagas;
        this.releases = releases;
        this.drainDeadline = properties.drainDeadline();
        this.clock = clock;
    }

    /** Asks for a new VF; {@code dryRun}: says only whether it could be asked for. */
    @Transactional
    public VfOutcome request(VfWish wish, boolean dryRun) {
        Instant now = clock.instant();
        UUID uid = UuidV7.draw(now, random);
        UUID operationId = UuidV7.draw(now, random);
        String name = wish.name() == null ? nameOf(uid) : wish.name();
        VirtualFunction vf =
                VirtualFunction.requested(uid, wish.tenant(), name, wish.labels(), wish.spec(), operationId, now);
        if (dryRun) {
            return vfs.find(wish.tenant(), name).isPresent() ? new VfOutcome.NameTaken(name) : new VfOutcome.Shown(vf);
        }
        if (!vfs.add(vf)) {
            return new VfOutcome.NameTaken(name);
        }
        return begin(vf, operationId, OperationKind.PROVISION, null, vf.generation());
    }

    /**
     * Asks for other limits.
     *
     * @param precondition throws when the locked VF is not the version that was meant
     */
    @Transactional
    public VfOutcome change(
            String tenant,
            String idOrName,
            Consumer<VirtualFunction> precondition,
            UnaryOperator<VfLimits> patch,
            boolean dryRun) {
        Optional<VirtualFunction> found = vfs.lock(tenant, idOrName);
        if (found.isEmpty()) {
            return new VfOutcome.Missing();
        }
        VirtualFunction vf = found.get();
        precondition.accept(vf);
        if (!vf.status().allows(VfVerb.PATCH)) {
            return new VfOutcome.NotNow(vf);
        }
        VfLimits from = vf.spec().limits();
        VfLimits to = patch.apply(from);
        if (to.equals(from)) {
            return new VfOutcome.Shown(vf);
        }
        if (dryRun) {
            return new VfOutcome.Shown(vf.limited(to, clock.instant()));
        }
        UUID operationId = UuidV7.draw(clock.instant(), random);
        VirtualFunction changing = updated(vf, operationId, VfEvent.UPDATE_ASKED);
        return begin(changing, operationId, OperationKind.UPDATE, new LimitsChange(from, to), vf.generation() + 1);
    }

    /** Asks for a VF to go, with the time to drain that is configured. */
    @Transactional
    public VfOutcome remove(String tenant, String idOrName, Consumer<VirtualFunction> precondition, boolean dryRun) {
        return drain(
                tenant,
                idOrName,
                precondition,
                new Drain(clock.instant().plus(drainDeadline), Drain.Outcome.FORCE),
                dryRun);
    }

    /** Asks for a VF to go once it is not used any more. */
    @Transactional
    public VfOutcome drain(
            String tenant, String idOrName, Consumer<VirtualFunction> precondition, Drain drain, boolean dryRun) {
        Optional<VirtualFunction> found = vfs.lock(tenant, idOrName);
        if (found.isEmpty()) {
            return new VfOutcome.Missing();
        }
        VirtualFunction vf = found.get();
        precondition.accept(vf);
        if (!vf.status().allows(VfVerb.DELETE)) {
            return new VfOutcome.NotNow(vf);
        }
        if (dryRun) {
            return new VfOutcome.Shown(vf);
        }
        Operation operation = releases.begin(vf.uid(), drain)
                .orElseThrow(() -> new IllegalStateException("VF " + vf.uid() + " is locked and cannot be released"));
        return new VfOutcome.Begun(vfs.find(vf.uid()).orElse(vf), operation);
    }

    private VirtualFunction updated(VirtualFunction vf, UUID operationId, VfEvent asked) {
        return vfs.update(vf.uid(), locked -> locked.changing(operationId, asked, clock.instant()))
                .orElseThrow(() -> new IllegalStateException("VF " + vf.uid() + " is locked and gone"));
    }

    private VfOutcome begin(
            VirtualFunction vf,
            UUID operationId,
            OperationKind kind,
            @Nullable LimitsChange change,
            long targetGeneration) {
        Operation operation = new Operation(
                operationId,
                kind,
                vf.tenant(),
                new Subject.OfVf(vf.uid(), vf.name()),
                change,
                null,
                targetGeneration,
                "begun",
                clock.instant(),
                null,
                null);
        sagas.begin(operation);
        return new VfOutcome.Begun(vf, operation);
    }

    /** The random tail of the id, behind a letter: a DNS label that nobody has. */
    private static String nameOf(UUID uid) {
        return "vf-" + uid.toString().substring(24);
    }
}
