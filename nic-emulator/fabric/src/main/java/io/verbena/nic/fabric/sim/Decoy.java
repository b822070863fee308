package io.verbena.nic.fabric.sim;

import io.verbena.nic.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;

/** Memory that was registered, deregistered and registered again: its first key is stale, and nothing may come by it. */
final class Decoy {
    static final int BYTES = 512;

    private final MemorySegment memory;
    private final int staleKey;

    Decoy(SimFunction function) {
        memory = function.allocate(BYTES).fill(Pattern.FORBIDDEN);
        MemoryRegion first = function.register(memory);
        staleKey = first.rkey();
        first.close();
        function.register(memory);
    }

    long address() {
        return memory.address();
    }

    int staleKey() {
        return staleKey;
    }

    MemorySegment memory() {
        return memory;
    }
}
