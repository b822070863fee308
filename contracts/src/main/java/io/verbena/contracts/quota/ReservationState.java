package io.verbena.contracts.quota;

/** Life of a charge: RESERVED, then COMMITTED, and in the end RETURNED, RELEASED or EXPIRED. */
public enum ReservationState {
    RESERVED,
    COMMITTED,
    /** Given back before it was committed. */
    RELEASED,
    /** Given back after it was committed. */
    RETURNED,
    /** Its time ran out before it was committed. */
    EXPIRED
}
