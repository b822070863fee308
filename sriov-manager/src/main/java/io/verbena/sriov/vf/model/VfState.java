package io.verbena.sriov.vf.model;

import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where a VF is in its life. It says who moves next and what callers may do; whether the VF <em>works</em> is the
 * condition {@code Ready}, which falls while the state stays ACTIVE when, for example, its NIC has rebooted.
 */
public enum VfState {
    /** Stored; nothing was asked of anybody. */
    REQUESTED(Owner.SAGA, 10),
    /** The ledger holds a reservation. */
    RESERVED(Owner.SAGA, 10),
    /** It has a slot, an address and an epoch. */
    PROVISIONING(Owner.RECONCILER, 30),
    /** The NIC is being programmed. */
    CONFIGURING(Owner.RECONCILER, 30),
    /** Charged and programmed once; lives until somebody deletes it. */
    ACTIVE(Owner.TENANT, 0),
    /** New limits are on their way. */
    UPDATING(Owner.SAGA, 60),
    /** Retries are used up; the reason is on the condition Ready. Tried again slowly. */
    FAILED(Owner.OPERATOR, 3600),
    /** To go; programs that use it have until the deadline, and the time to be counted begins then. */
    DRAINING(Owner.SAGA, 60),
    /** The NIC is told to clear it. */
    RESETTING(Owner.RECONCILER, 30),
    /** The reset left something behind: neither slot nor charge is given back until the NIC reports nothing. */
    QUARANTINED(Owner.OPERATOR, 3600),
    /** Its slot is verified clean and free; the quota is on its way back. */
    RELEASED(Owner.SAGA, 30);

    /** Who is expected to cause the next transition. */
    public enum Owner {
        SAGA,
        RECONCILER,
        TENANT,
        OPERATOR
    }

    /** The one table of all moves: state, event, next state. What is not in it cannot happen. */
    private static final Map<VfState, Map<VfEvent, VfState>> NEXT = new EnumMap<>(Map.ofEntries(
            Map.entry(REQUESTED, Map.of(VfEvent.QUOTA_RESERVED, RESERVED)),
            Map.entry(RESERVED, Map.of(VfEvent.PLACED, PROVISIONING)),
            Map.entry(
                    PROVISIONING,
                    Map.of(
                            VfEvent.COMMANDED, CONFIGURING,
                            VfEvent.GAVE_UP, FAILED,
                            VfEvent.WITHDRAWN, RESETTING)),
            Map.entry(
                    CONFIGURING,
                    Map.of(
                            VfEvent.ACTIVATED, ACTIVE,
                            VfEvent.GAVE_UP, FAILED,
                            VfEvent.LEFT_ALONE, RELEASED,
                            VfEvent.WITHDRAWN, RESETTING)),
            Map.entry(
                    ACTIVE,
                    Map.of(
                            VfEvent.UPDATE_ASKED, UPDATING,
                            VfEvent.RELEASE_ASKED, DRAINING,
                            VfEvent.ATTACHED, ACTIVE,
                            VfEvent.DETACHED, ACTIVE,
                            VfEvent.GAVE_UP, FAILED,
                            // A provisioning, or an adoption, that is undone in its last step.
                            VfEvent.LEFT_ALONE, RELEASED,
                            VfEvent.WITHDRAWN, RESETTING)),
            Map.entry(
                    UPDATING,
                    Map.of(
                            VfEvent.UPDATE_OVER, ACTIVE,
                            VfEvent.DETACHED, UPDATING,
                            VfEvent.GAVE_UP, FAILED)),
            Map.entry(
                    FAILED,
                    Map.of(
                            VfEvent.CAME_UP, CONFIGURING,
                            VfEvent.DETACHED, FAILED,
                            VfEvent.CAME_BACK, ACTIVE,
                            VfEvent.CAME_BACK_CHANGING, UPDATING,
                            VfEvent.UPDATE_ASKED, UPDATING,
                            VfEvent.RELEASE_ASKED, DRAINING,
                            VfEvent.LEFT_ALONE, RELEASED,
                            VfEvent.WITHDRAWN, RESETTING)),
            Map.entry(
                    DRAINING,
                    Map.of(
                            VfEvent.DRAIN_CANCELLED, ACTIVE,
                            VfEvent.DETACHED, DRAINING,
                            VfEvent.WITHDRAWN, RESETTING)),
            Map.entry(
                    RESETTING,
                    Map.of(
                            VfEvent.FOUND_DIRTY, QUARANTINED,
                            VfEvent.PROVED_CLEAN, RELEASED)),
            Map.entry(
                    QUARANTINED,
                    Map.of(
                            VfEvent.FOUND_DIRTY, QUARANTINED,
                            VfEvent.PROVED_CLEAN, RELEASED)),
            Map.entry(RELEASED, Map.of())));

    private final Owner owner;
    private final Duration sla;

    VfState(Owner owner, int slaSeconds) {
        this.owner = owner;
        this.sla = Duration.ofSeconds(slaSeconds);
    }

    public Owner owner() {
        return owner;
    }

    /** How long a VF should stay here at most; zero where staying is the point. */
    public Duration sla() {
        return sla;
    }

    /** What a caller may do in this state; anything else is answered {@code failed-precondition}. */
    public Set<VfVerb> allowedVerbs() {
        Set<VfVerb> allowed = EnumSet.noneOf(VfVerb.class);
        for (VfVerb verb : VfVerb.values()) {
            VfEvent event = verb.event();
            if (event == null || next(event).isPresent()) {
                allowed.add(verb);
            }
        }
        return allowed;
    }

    /** Where {@code event} leads; empty: it cannot happen here. */
    public Optional<VfState> next(VfEvent event) {
        return Optional.ofNullable(NEXT.getOrDefault(this, Map.of()).get(event));
    }

    /** @throws IllegalStateException when {@code event} cannot happen here */
    VfState after(VfEvent event) {
        return next(event)
                .orElseThrow(() -> new IllegalStateException(event + " cannot happen to a VF that is " + this));
    }

    /** Whether the slot is to be cleared rather than programmed. */
    public boolean leaving() {
        return this == RESETTING || this == QUARANTINED;
    }

    /** Whether the NIC is to hold this VF. */
    public boolean wanted() {
        return switch (this) {
            case PROVISIONING, CONFIGURING, ACTIVE, UPDATING, FAILED, DRAINING -> true;
            case REQUESTED, RESERVED, RESETTING, QUARANTINED, RELEASED -> false;
        };
    }
}
