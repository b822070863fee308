package io.verbena.nic.datapath.wire;

/** What payload an opcode carries, pad excluded (IBTA C9-29 to C9-34, C9-104). */
public enum PayloadRule {
    /** No payload at all. */
    NONE,
    /** Exactly the path MTU: more of the message follows. */
    FULL,
    /** One byte to the path MTU: the message's rest. */
    REST,
    /** Nothing to the path MTU: the whole message. */
    WHOLE,
    /** The 16 reserved bytes of a CNP. */
    RESERVED;

    private static final int CNP_RESERVED_BYTES = 16;

    public boolean accepts(int payloadBytes, int pathMtu) {
        return switch (this) {
            case NONE -> payloadBytes == 0;
            case FULL -> payloadBytes == pathMtu;
            case REST -> payloadBytes >= 1 && payloadBytes <= pathMtu;
            case WHOLE -> payloadBytes >= 0 && payloadBytes <= pathMtu;
            case RESERVED -> payloadBytes == CNP_RESERVED_BYTES;
        };
    }
}
