package io.verbena.nic.fabric.sim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A transfer whose bytes a test lets come by hand. */
public final class LandingFixture {
    private static final int GAP_BYTES = 16;

    private final MemorySegment memory;
    private final MemorySegment expected;
    private final Landing landing;

    public LandingFixture(int bytes) {
        memory = Arena.ofAuto().allocate(bytes + GAP_BYTES).fill(Pattern.EMPTY);
        expected = Pattern.memory().asSlice(1000, bytes);
        landing = new Landing(memory.asSlice(0, bytes), expected, memory.asSlice(bytes, GAP_BYTES));
    }

    public Landing landing() {
        return landing;
    }

    /** The right bytes come to {@code [from, to)}. */
    public void land(int from, int to) {
        MemorySegment.copy(expected, from, memory, from, to - from);
    }

    /** A byte comes that belongs nowhere. */
    public void spoil(int at) {
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) 0xee);
    }
}
