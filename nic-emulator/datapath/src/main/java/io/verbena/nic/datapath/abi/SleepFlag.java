package io.verbena.nic.datapath.abi;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * One word of shared memory that says whether the NIC's owner sleeps, so that a doorbell costs a system call only then.
 *
 * <p>The owner stores "sleeping", fences and looks at the doorbells again; a producer stores its doorbell, fences and
 * looks at this word. One of the two sees the other.
 */
public final class SleepFlag {
    public static final int BYTES = 64;

    private final MemorySegment memory;

    public SleepFlag(MemorySegment memory) {
        this.memory = memory;
    }

    /** NIC: before it looks at the doorbells for the last time. */
    public void sleep() {
        Shared.setVolatileInt(memory, 0, 1);
        VarHandle.fullFence();
    }

    /** NIC: back at work. */
    public void awake() {
        Shared.releaseInt(memory, 0, 0);
    }

    /** Host: after its doorbell was stored. */
    public boolean sleeps() {
        VarHandle.fullFence();
        return Shared.volatileInt(memory, 0) != 0;
    }
}
