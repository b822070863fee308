package io.verbena.nic.datapath.qp;

/**
 * The READs that a responder answers or has answered: a ring of {@code max_dest_rd_atomic} entries, the oldest is
 * overwritten. Entry i lies at i modulo the size.
 */
public final class ReadRing {
    public int size;
    /** Entries ever made. */
    public int made;
    /** Entries that have responses to send. */
    public int active;

    public int[] firstPsn = {};
    public int[] packets = {};
    public long[] address = {};
    public int[] rkey = {};
    public long[] lengthBytes = {};
    public int[] msn = {};
    /** Packets of the entry before the next response. */
    public int[] nextPacket = {};
    /** Where the (re)transmission in work started: its opcode is FIRST or ONLY. */
    public int[] startPacket = {};
    /** Where it ends. */
    public int[] endPacket = {};
    /** Where it ends, bytes from the entry's address: a repeated request may ask for less. */
    public long[] endBytes = {};

    public void allocate(int entries) {
        size = entries;
        made = 0;
        active = 0;
        firstPsn = new int[entries];
        packets = new int[entries];
        address = new long[entries];
        rkey = new int[entries];
        lengthBytes = new long[entries];
        msn = new int[entries];
        nextPacket = new int[entries];
        startPacket = new int[entries];
        endPacket = new int[entries];
        endBytes = new long[entries];
    }

    public boolean isActive(int entry) {
        return nextPacket[entry] < endPacket[entry];
    }
}
