package io.verbena.nic.device.control;

import java.io.IOException;

/** A service answered, and refused. */
public final class RefusedByPeer extends IOException {
    private static final long serialVersionUID = 1L;

    private final String problem;

    RefusedByPeer(String message, String problem) {
        super(message);
        this.problem = problem;
    }

    /** Type of the problem (RFC 9457), empty when the answer has none. */
    public String problem() {
        return problem;
    }
}
