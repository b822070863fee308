package io.verbena.sriov.vf.application;

import io.verbena.sriov.vf.model.VirtualFunction;

/** What a wish to attach or detach comes to. */
public sealed interface AttachOutcome {
    /** As asked, by this request or one before it. */
    record Done(VirtualFunction vf) implements AttachOutcome {}

    record Missing() implements AttachOutcome {}

    /** Its state, or an operation on it, does not allow it. */
    record NotNow(VirtualFunction vf) implements AttachOutcome {}

    /** Somebody else holds it. */
    record Held(VirtualFunction vf) implements AttachOutcome {}
}
