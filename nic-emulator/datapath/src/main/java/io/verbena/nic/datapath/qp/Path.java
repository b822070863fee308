package io.verbena.nic.datapath.qp;

import io.verbena.nic.datapath.wire.Gid;

/** From a function to a peer: all queue pairs that share it share the peer's receive buffer, which is the only queue there is. */
public final class Path {
    private final Gid local;
    private final Gid remote;
    private final int tos;
    private long windowBytes;
    private int users;
    private int sending;

    Path(Gid local, Gid remote, int tos) {
        this.local = local;
        this.remote = remote;
        this.tos = tos;
    }

    public Gid local() {
        return local;
    }

    public Gid remote() {
        return remote;
    }

    public int tos() {
        return tos;
    }

    /** Whether a packet's source address is the peer's. */
    public boolean comesFrom(long high, long low) {
        return remote.low() == low && remote.high() == high;
    }

    /** A queue pair has something in flight from now on. */
    public void startSending() {
        sending++;
    }

    public void stopSending() {
        sending--;
    }

    /** What one queue pair may have in flight: an equal share of those that send now. */
    public long shareBytes() {
        return sending <= 1 ? windowBytes : windowBytes / sending;
    }

    void setWindowBytes(long bytes) {
        windowBytes = bytes;
    }

    void use() {
        users++;
    }

    boolean release() {
        return --users == 0;
    }
}
