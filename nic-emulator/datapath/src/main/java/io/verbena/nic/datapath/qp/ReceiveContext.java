package io.verbena.nic.datapath.qp;

/** The responder's half of a queue pair. */
public final class ReceiveContext {
    /** What message is open, between its first and last packet. */
    public enum Open {
        NONE,
        SEND,
        WRITE
    }

    /** The next receive work request. */
    public int consumerIndex;
    /** PSN of the next request. */
    public int expectedPsn;
    /** Messages executed, modulo 2^24. */
    public int msn;

    public Open open = Open.NONE;
    /** SEND: bytes placed. WRITE: address of the next byte. */
    public long openPosition;
    /** WRITE: bytes that must still come. */
    public long openRemaining;

    /** WRITE: bytes of the message. */
    public long openLength;

    public int openRkey;
    /** One NAK was sent for what is expected; silence until it comes. */
    public boolean nakLatched;

    public boolean ackPending;
    /** Syndrome of a NAK to be sent, 0 for none. */
    public int nakPending;

    public int nakPsn;
    /** READs kept for repetition, owned by {@code reliability.ReplayCache}. */
    public final ReadRing reads = new ReadRing();
}
