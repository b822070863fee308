package io.verbena.nic.verbs;

import io.verbena.nic.datapath.abi.AccessFlags;

/** Access rights, as {@code enum ibv_access_flags}. */
public enum Access {
    LOCAL_WRITE(AccessFlags.LOCAL_WRITE),
    REMOTE_WRITE(AccessFlags.REMOTE_WRITE),
    REMOTE_READ(AccessFlags.REMOTE_READ),
    REMOTE_ATOMIC(AccessFlags.REMOTE_ATOMIC);

    private final int bit;

    Access(int bit) {
        this.bit = bit;
    }

    static int bits(Access... access) {
        int bits = 0;
        for (Access one : access) {
            bits |= one.bit;
        }
        return bits;
    }
}
