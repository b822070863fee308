package io.verbena.nic.datapath.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Native memory that lives as long as something refers to it, so that no order of closing can free it under the NIC. */
public final class HostMemory {
    private HostMemory() {}

    /** Zeroed memory. */
    public static MemorySegment allocate(long bytes, long alignment) {
        return Arena.ofAuto().allocate(Math.max(bytes, 1), alignment).asSlice(0, bytes);
    }
}
