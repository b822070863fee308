package io.verbena.nic.datapath.function;

/** Seeds of keys and QP numbers, from the NIC's one seed: SplitMix64 (Steele, Lea, Flood 2014). */
final class SeedSequence {
    private static final long GAMMA = 0x9e37_79b9_7f4a_7c15L;

    private long state;

    SeedSequence(long seed) {
        state = seed;
    }

    int next() {
        state += GAMMA;
        long mixed = (state ^ state >>> 30) * 0xbf58_476d_1ce4_e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d0_49bb_1331_11ebL;
        return (int) (mixed ^ mixed >>> 31);
    }
}
