package io.verbena.nic.fabric.dissect;

import java.io.IOException;

/** A file that is no classic pcap, or stops being one; the message says where and what to do. */
public final class PcapFormatException extends IOException {
    private static final long serialVersionUID = 1;

    private final String reason;

    PcapFormatException(String reason) {
        super(reason);
        this.reason = reason;
    }

    /** What is wrong, in words for a user. */
    public String reason() {
        return reason;
    }
}
