package io.verbena.nic.datapath.abi;

/** Flags of a completion, bits as in {@code enum ibv_wc_flags}. */
public final class WcFlags {
    public static final int WITH_IMM = 1 << 1;

    private WcFlags() {}
}
