package io.verbena.sriov.vf.model;

import io.verbena.contracts.nic.FunctionSpec;
import io.verbena.contracts.nic.FunctionTuple;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A tenant's virtual function: what is wanted and what is known. It never changes tenant; the slot it sits in does,
 * after a verified reset.
 *
 * @param uid UUIDv7, its identity for ever
 * @param name unique among the tenant's VFs that exist
 * @param generation raised by each change of {@code spec}
 * @param version raised by each change of anything, the second half of the ETag
 */
public record VirtualFunction(
        UUID uid,
        String tenant,
        String name,
        Map<String, String> labels,
        VfSpec spec,
        long generation,
        Instant createdAt,
        VfStatus status,
        long version) {
    public VirtualFunction {
        labels = Map.copyOf(labels);
    }

    /** A VF that was just asked for by {@code operation}. */
    public static VirtualFunction requested(
            UUID uid,
            String tenant,
            String name,
            Map<String, String> labels,
            VfSpec spec,
            UUID operation,
            Instant now) {
        return new VirtualFunction(uid, tenant, name, labels, spec, 1, now, VfStatus.requested(operation, now), 1);
    }

    /** The VF that a found function becomes, with its uid, from {@code generation} on. */
    public static VirtualFunction found(
            UUID uid, String tenant, String name, VfSpec spec, long generation, UUID operation, Instant now) {
        return new VirtualFunction(
                uid, tenant, name, Map.of(), spec, generation, now, VfStatus.requested(operation, now), 1);
    }

    /** What the NIC is to be set to. */
    public FunctionSpec functionSpec() {
        return new FunctionSpec(
                tenant,
                name,
                status.place().address(),
                status.place().vni(),
                spec.limits().byResource(),
                spec.effectiveMax());
    }

    /** What each command for this VF carries. */
    public FunctionTuple tuple() {
        Placement at = status.place();
        return new FunctionTuple(
                at.bootId(), at.pf(), at.index(), uid, at.epoch(), generation, SpecDigest.of(functionSpec()));
    }

    /** The quota is reserved. */
    public VirtualFunction reserved(Instant now) {
        return with(status.on(VfEvent.QUOTA_RESERVED, now)).notReady("Provisioning", "Waiting for a function", now);
    }

    /** It has a slot. */
    public VirtualFunction placed(Placement at, Instant now) {
        return with(status.on(VfEvent.PLACED, now).withPlacement(at))
                .notReady("Provisioning", "Waiting for " + at.nic(), now);
    }

    /** The reconciler is about to send the first command of this intent. */
    public VirtualFunction configuring(Instant now) {
        return status.state() == VfState.PROVISIONING
                ? with(status.on(VfEvent.COMMANDED, now))
                        .notReady("Configuring", "Programming " + status.place().nic(), now)
                : this;
    }

    /**
     * Read-back showed exactly what is wanted, of {@code tuple}'s generation, epoch and boot. A late or repeated one, of
     * another intent than the present, changes nothing: applied generations are only ever raised, and for their own epoch
     * and boot.
     */
    public VirtualFunction confirmed(FunctionTuple tuple, Instant now) {
        Placement at = status.placement();
        boolean current = at != null
                && at.epoch() == tuple.epoch()
                && at.bootId().equals(tuple.bootId())
                && tuple.generation() == generation
                && status.state().wanted();
        if (!current) {
            return this;
        }
        VfStatus applied = status.withGenerations(generation, generation).withRetries(Retries.NONE);
        if (applied.state() == VfState.FAILED) {
            applied = applied.on(
                    !applied.activated()
                            ? VfEvent.CAME_UP
                            : applied.operation() == null ? VfEvent.CAME_BACK : VfEvent.CAME_BACK_CHANGING,
                    now);
        }
        VirtualFunction next = with(applied);
        // Before the commit of its reservation nothing is Ready: it might have to go again.
        return applied.activated() && applied.state() != VfState.DRAINING ? next.ready(now) : next;
    }

    /** Its reservation is committed: it may be used. */
    public VirtualFunction activated(Instant now) {
        return with(status.on(VfEvent.ACTIVATED, now)).ready(now);
    }

    /** Programming it failed once more. */
    public VirtualFunction failedAttempt(Fault fault, Instant now) {
        Retries retries = status.retries().failed(fault, now);
        VfStatus next = status.withRetries(retries);
        if (retries.usedUp() && next.state().next(VfEvent.GAVE_UP).isPresent()) {
            next = next.on(VfEvent.GAVE_UP, now);
        }
        return with(next).notReady(fault.reason(), fault.detail(), now);
    }

    /** Its NIC came up anew and holds nothing of it: same uid, same slot, a new epoch. */
    public VirtualFunction rebooted(UUID bootId, long epoch, Instant now) {
        VirtualFunction next = with(status.withPlacement(status.place().renewed(bootId, epoch)));
        return status.state().wanted()
                ? next.notReady("NicRebooted", status.place().nic() + " came up as boot " + bootId, now)
                : next;
    }

    /** The NIC's floor or applied generation is above ours, as after a restored backup: go above it. */
    public VirtualFunction overtaking(long epoch, long appliedByNic, String reason, String detail, Instant now) {
        VfStatus next =
                status.withPlacement(status.place().renewed(status.place().bootId(), epoch));
        long raised = Math.max(generation, appliedByNic + 1);
        return new VirtualFunction(uid, tenant, name, labels, spec, raised, createdAt, next, version)
                .notReady(reason, detail, now);
    }

    /** An operation starts to change it; the caller has checked that none was. */
    public VirtualFunction changing(UUID operation, VfEvent asked, Instant now) {
        if (status.operation() != null) {
            throw new IllegalStateException(name + " is being changed by operation " + status.operation());
        }
        return with(status.withOperation(operation).on(asked, now));
    }

    /** New limits are in force as intent. */
    public VirtualFunction limited(VfLimits limits, Instant now) {
        VfStatus next = status.withRetries(Retries.NONE);
        return new VirtualFunction(
                        uid, tenant, name, labels, spec.withLimits(limits), generation + 1, createdAt, next, version)
                .notReady("Updating", "Programming generation " + (generation + 1), now);
    }

    /** The change is over, as wanted or undone. */
    public VirtualFunction settled(Instant now) {
        VfStatus next = status.withOperation(null);
        return with(next.state() == VfState.UPDATING ? next.on(VfEvent.UPDATE_OVER, now) : next);
    }

    /** An operation starts to take it away; the caller has checked that none was changing it. */
    public VirtualFunction draining(UUID operation, Drain drain, Instant now) {
        VirtualFunction next = changing(operation, VfEvent.RELEASE_ASKED, now);
        String then = switch (drain.outcome()) {
            case FORCE -> "then they are closed";
            case CANCEL -> "then it stays";
        };
        return next.with(next.status.withDrain(drain))
                .condition(
                        Condition.DRAINING,
                        Condition.Status.TRUE,
                        "DrainAsked",
                        "Its contexts have until " + drain.deadline() + "; " + then,
                        now);
    }

    /** The drain is over without an effect: the VF was still in use. */
    public VirtualFunction drainCancelled(String message, Instant now) {
        return with(status.on(VfEvent.DRAIN_CANCELLED, now).withDrain(null))
                .condition(Condition.DRAINING, Condition.Status.FALSE, "Cancelled", message, now);
    }

    /** A holder gets it; the epoch fences what was open before. */
    public VirtualFunction attached(Attachment attachment, Instant now) {
        return with(fenced(attachment.epoch(), VfEvent.ATTACHED, now).withAttachment(attachment))
                .notReady("Attaching", "Waiting for " + status.place().nic() + " to know its holder", now);
    }

    /** Its holder keeps it until then; null: without end. */
    public VirtualFunction leased(@Nullable Instant until) {
        Attachment present = status.attachment();
        if (present == null) {
            throw new IllegalStateException(name + " is held by nobody");
        }
        return with(status.withAttachment(new Attachment(present.epoch(), present.holder(), until)));
    }

    /** Nobody holds it any more; the epoch fences its last holder. */
    public VirtualFunction detached(long epoch, String reason, String message, Instant now) {
        return with(fenced(epoch, VfEvent.DETACHED, now).withAttachment(null)).notReady(reason, message, now);
    }

    private VfStatus fenced(long epoch, VfEvent event, Instant now) {
        Placement at = status.place();
        return status.on(event, now).withPlacement(at.renewed(at.bootId(), epoch));
    }

    /** How the drain ended. */
    public VirtualFunction drained(boolean inTime, String message, Instant now) {
        return condition(
                Condition.DRAINED,
                inTime ? Condition.Status.TRUE : Condition.Status.FALSE,
                inTime ? "Drained" : "DeadlinePassed",
                message,
                now);
    }

    /** It leaves its slot; {@code epoch} fences whatever was sent for it before. */
    public VirtualFunction resetting(long epoch, Instant now) {
        Placement at = status.place();
        return with(status.on(VfEvent.WITHDRAWN, now)
                        .withPlacement(at.renewed(at.bootId(), epoch))
                        .withAttachment(null))
                .notReady("Resetting", "Waiting for " + at.nic() + " to clear it", now);
    }

    /** The reset left something behind. */
    public VirtualFunction quarantined(Fault fault, Instant now) {
        return with(status.on(VfEvent.FOUND_DIRTY, now)
                        .withRetries(status.retries().failed(fault, now)))
                .notReady(fault.reason(), fault.detail(), now);
    }

    /** Its slot is verified clean and was given back. */
    public VirtualFunction released(Instant now) {
        return with(status.on(VfEvent.PROVED_CLEAN, now).withPlacement(null))
                .notReady("Released", "Returning the quota", now);
    }

    /** The function that it was to become is a found one again. */
    public VirtualFunction leftAlone(Instant now) {
        return with(status.on(VfEvent.LEFT_ALONE, now).withPlacement(null))
                .notReady("Released", "Its adoption is undone", now);
    }

    private VirtualFunction ready(Instant now) {
        String message =
                "Generation " + generation + " read back from " + status.place().nic();
        return with(status.with(
                new Condition(Condition.READY, Condition.Status.TRUE, generation, now, "Applied", message)));
    }

    private VirtualFunction notReady(String reason, String message, Instant now) {
        return condition(Condition.READY, Condition.Status.FALSE, reason, message, now);
    }

    private VirtualFunction condition(String type, Condition.Status truth, String reason, String message, Instant now) {
        return with(status.with(new Condition(type, truth, generation, now, reason, message)));
    }

    private VirtualFunction with(VfStatus next) {
        return new VirtualFunction(uid, tenant, name, labels, spec, generation, createdAt, next, version);
    }
}
