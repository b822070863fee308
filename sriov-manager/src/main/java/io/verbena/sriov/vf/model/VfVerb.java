package io.verbena.sriov.vf.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What callers may ask of a VF. A verb is allowed in the states that know its event. */
public enum VfVerb {
    GET(null),
    PATCH(VfEvent.UPDATE_ASKED),
    DELETE(VfEvent.RELEASE_ASKED),
    /** A deletion that says how long it waits, and what then. */
    DRAIN(VfEvent.RELEASE_ASKED),
    ATTACH(VfEvent.ATTACHED),
    /** Also while an operation changes the VF: a drain waits for just that. */
    DETACH(VfEvent.DETACHED);

    private final @Nullable VfEvent event;

    VfVerb(@Nullable VfEvent event) {
        this.event = event;
    }

    /** What it causes; null: it only looks, and may do so always. */
    public @Nullable VfEvent event() {
        return event;
    }

    /** Whether it may be asked while an operation changes the VF. */
    public boolean duringOperation() {
        return event == null || event == VfEvent.DETACHED;
    }

    /** As answers name it. */
    public String exposedName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
