package io.verbena.nic.fabric.sim.invariant;

/** A rule that did not hold. */
public final class InvariantViolation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Names the invariant that throws it. */
    public InvariantViolation(Class<?> invariant, String detail) {
        super(invariant.getSimpleName() + ": " + detail);
    }
}
