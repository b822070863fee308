package io.verbena.sriov.vf.application;

import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.vf.model.VirtualFunction;

/** What a wish about a VF comes to. */
public sealed interface VfOutcome {
    /** It is under way. */
    record Begun(VirtualFunction vf, Operation operation) implements VfOutcome {}

    /** Nothing is to be done, or nothing was to be: the VF as it is, or as it would be. */
    record Shown(VirtualFunction vf) implements VfOutcome {}

    record NameTaken(String name) implements VfOutcome {}

    record Missing() implements VfOutcome {}

    /** Its state, or an operation on it, does not allow it. */
    record NotNow(VirtualFunction vf) implements VfOutcome {}
}
