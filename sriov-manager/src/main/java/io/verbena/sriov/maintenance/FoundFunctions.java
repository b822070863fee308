package io.verbena.sriov.maintenance;

import io.verbena.contracts.Resource;
import io.verbena.contracts.nic.FunctionReport;
import io.verbena.contracts.nic.FunctionSpec;
import io.verbena.contracts.nic.FunctionState;
import io.verbena.sriov.device.NicRegistered;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.operations.Subject;
import io.verbena.sriov.provisioning.Sagas;
import io.verbena.sriov.vf.model.FunctionSlot;
import io.verbena.sriov.vf.model.FunctionSlots;
import io.verbena.sriov.vf.model.SpecDigest;
import io.verbena.sriov.vf.model.UuidV7;
import io.verbena.sriov.vf.model.VfLimits;
import io.verbena.sriov.vf.model.VfPlacement;
import io.verbena.sriov.vf.model.VfSpec;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Functions that NICs hold and that we did not make: each waits for an operator, who adopts it or has it taken away. */
@Service
class FoundFunctions {
    private final FunctionSlots slots;
    private final VirtualFunctions vfs;
    private final Sagas sagas;
    private final ApplicationEventPublisher events;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    FoundFunctions(
            FunctionSlots slots, VirtualFunctions vfs, Sagas sagas, ApplicationEventPublisher events, Clock clock) {
        this.slots = slots;
        this.vfs = vfs;
        this.sagas = sagas;
        this.events = events;
        this.clock = clock;
    }

    /** Where a function is. */
    record Place(String nic, int pf, int index) {}

    /** What a wish about one comes to. */
    sealed interface Outcome {
        record Begun(Operation operation) implements Outcome {}

        /** It will be taken away. */
        record Evicting(UUID vfUid) implements Outcome {}

        /** No found function is there. */
        record Missing() implements Outcome {}

        record NameTaken(String name) implements Outcome {}

        record Refused(String detail) implements Outcome {}
    }

    /**
     * Makes it a VF of the tenant that it says it is of.
     *
     * @param name null: the one it has
     */
    @Transactional
    Outcome adopt(Place place, String tenant, @Nullable String name) {
        Optional<FunctionReport> found = found(place);
        if (found.isEmpty()) {
            return new Outcome.Missing();
        }
        FunctionReport report = found.get();
        UUID uid = report.vfUid();
        FunctionSpec spec = report.spec();
        if (uid == null || spec == null || report.state() != FunctionState.ACTIVE) {
            return new Outcome.Refused("It is " + report.state() + " and can only be released.");
        }
        if (!spec.tenant().equals(tenant)) {
            return new Outcome.Refused("It is tenant " + spec.tenant()
                    + "'s, and a virtual function never changes tenant: adopt it for that one, or release it.");
        }
        String called = name == null ? spec.vf() : name;
        VfLimits limits = limits(spec.limits());
        Instant now = clock.instant();
        UUID operationId = UuidV7.draw(now, random);
        VirtualFunction vf = VirtualFunction.found(
                uid,
                tenant,
                called,
                new VfSpec(null, limits, spec.max() == null ? Map.of() : spec.max(), VfPlacement.ANYWHERE),
                generation(report, spec, called, limits),
                operationId,
                now);
        if (vfs.find(uid).isPresent() || !vfs.add(vf)) {
            return new Outcome.NameTaken(called);
        }
        Operation operation = new Operation(
                operationId,
                OperationKind.ADOPT,
                tenant,
                new Subject.OfVf(uid, called),
                null,
                null,
                vf.generation(),
                "begun",
                now,
                null,
                null);
        sagas.begin(operation);
        return new Outcome.Begun(operation);
    }

    /** Has it taken away. */
    @Transactional
    Outcome release(Place place) {
        Optional<FunctionReport> found = found(place);
        UUID uid = found.map(FunctionReport::vfUid).orElse(null);
        if (found.isEmpty()
                || uid == null
                || !slots.evict(
                        place.nic(), place.pf(), place.index(), found.get().epochFloor())) {
            return new Outcome.Missing();
        }
        events.publishEvent(new NicRegistered(place.nic()));
        return new Outcome.Evicting(uid);
    }

    private Optional<FunctionReport> found(Place place) {
        return slots.on(place.nic()).stream()
                .filter(slot -> slot.pf() == place.pf() && slot.index() == place.index())
                .filter(FunctionSlot::found)
                .findFirst()
                .flatMap(slot -> slots.reportSince(slot.nic(), slot.pf(), slot.index(), Instant.EPOCH))
                .filter(report -> report.vfUid() != null);
    }

    /** The one in force if that is exactly what we would set, so that nothing has to be sent; else the next. */
    private static long generation(FunctionReport report, FunctionSpec spec, String name, VfLimits limits) {
        FunctionSpec ours =
                new FunctionSpec(spec.tenant(), name, spec.address(), spec.vni(), limits.byResource(), spec.max());
        boolean same = SpecDigest.of(ours).equals(report.digest());
        return same ? report.appliedGeneration() : report.appliedGeneration() + 1;
    }

    private static VfLimits limits(Map<Resource, Long> of) {
        return new VfLimits(
                of.getOrDefault(Resource.QP, 0L),
                of.getOrDefault(Resource.CQ, 0L),
                of.getOrDefault(Resource.MR, 0L),
                of.getOrDefault(Resource.PD, 0L),
                of.getOrDefault(Resource.REGISTERED_BYTES, 0L));
    }
}
