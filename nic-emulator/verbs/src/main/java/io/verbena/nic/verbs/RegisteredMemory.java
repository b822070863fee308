package io.verbena.nic.verbs;

import io.verbena.nic.datapath.memory.HostMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/**
 * Allocates native memory that is safe to register: it lives as long as anything refers to it, the NIC's memory region
 * included. Memory of a confined or shared arena could be freed under the NIC.
 */
public final class RegisteredMemory implements SegmentAllocator {
    RegisteredMemory() {}

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
        return HostMemory.allocate(byteSize, byteAlignment);
    }
}
