package io.verbena.nic.datapath.observe;

import java.util.Locale;

/** Why a received packet was dropped. Each drop is counted under one of these, for its function where that is known. */
public enum DropReason {
    /** Shorter than a base transport header and an ICRC. */
    TRUNCATED,
    /** Shorter than its opcode's headers, or its pad count does not fit. */
    MALFORMED,
    /** Transport header version is not 0 (IBTA 9.6). */
    BAD_VERSION,
    /** An opcode that no service of this NIC knows. */
    UNKNOWN_OPCODE,
    /** An opcode of a service other than the queue pair's. */
    WRONG_SERVICE,
    /** No queue pair has this number. */
    UNKNOWN_QPN,
    /** The destination address belongs to another function than the queue pair. */
    WRONG_DESTINATION,
    /** The source address is not the one the queue pair is connected to. */
    WRONG_SOURCE,
    /** The partition key does not match. */
    BAD_PKEY,
    /** The invariant CRC is wrong. */
    BAD_ICRC,
    /** The queue pair does not receive in its state. */
    QP_STATE,
    /** A request ahead of the expected one. */
    OUT_OF_SEQUENCE,
    /** A request whose queue pair had no receive work request. */
    RECEIVER_NOT_READY,
    /** A READ seen before of which nothing is kept. */
    DUPLICATE_UNKNOWN,
    /** A request that was answered with a NAK that ends the connection. */
    REQUEST_REFUSED,
    /** A response older than the last one taken. */
    STALE_RESPONSE,
    /** A response to nothing that was sent. */
    UNEXPECTED_RESPONSE;

    private final String exposedName = name().toLowerCase(Locale.ROOT);

    /** Name on metrics and messages, snake_case. */
    public String exposedName() {
        return exposedName;
    }
}
