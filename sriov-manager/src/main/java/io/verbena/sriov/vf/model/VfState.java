package io.verbena.sriov.vf.model;

import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
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
    /** To go; programs that use it have until the deadline. */
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

    private static final Map<VfState, Set<VfState>> NEXT = new EnumMap<>(VfState.class);
    private static final Map<VfState, List<String>> VERBS = new EnumMap<>(VfState.class);

    static {
        NEXT.put(REQUESTED, EnumSet.of(RESERVED));
        NEXT.put(RESERVED, EnumSet.of(PROVISIONING));
        NEXT.put(PROVISIONING, EnumSet.of(CONFIGURING, FAILED, RESETTING));
        NEXT.put(CONFIGURING, EnumSet.of(ACTIVE, FAILED, RESETTING));
        // ACTIVE to RESETTING: a provisioning that is undone in its last step.
        NEXT.put(ACTIVE, EnumSet.of(UPDATING, FAILED, DRAINING, RESETTING));
        NEXT.put(UPDATING, EnumSet.of(ACTIVE, FAILED));
        NEXT.put(FAILED, EnumSet.of(CONFIGURING, ACTIVE, UPDATING, DRAINING, RESETTING));
        NEXT.put(DRAINING, EnumSet.of(RESETTING));
        NEXT.put(RESETTING, EnumSet.of(QUARANTINED, RELEASED));
        NEXT.put(QUARANTINED, EnumSet.of(RELEASED));
        NEXT.put(RELEASED, EnumSet.noneOf(VfState.class));
        for (VfState state : values()) {
            VERBS.put(
                    state,
                    switch (state) {
                        case ACTIVE, FAILED -> List.of("get", "patch", "delete");
                        case REQUESTED,
                                RESERVED,
                                PROVISIONING,
                                CONFIGURING,
                                UPDATING,
                                DRAINING,
                                RESETTING,
                                QUARANTINED,
                                RELEASED -> List.of("get");
                    });
        }
    }

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
    public List<String> allowedVerbs() {
        return VERBS.getOrDefault(this, List.of());
    }

    public boolean allows(String verb) {
        return allowedVerbs().contains(verb);
    }

    public boolean canBecome(VfState next) {
        return NEXT.getOrDefault(this, Set.of()).contains(next);
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
