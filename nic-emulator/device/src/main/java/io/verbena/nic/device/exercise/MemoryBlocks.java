package io.verbena.nic.device.exercise;

import io.verbena.nic.datapath.memory.HostMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Memory of endpoints, in equal blocks that are used again: what is allocated once is all that there ever is. */
final class MemoryBlocks {
    private static final long PAGE_BYTES = 4096;

    private final int blockCount;
    private final long blockBytes;
    private final Deque<MemorySegment> free = new ArrayDeque<>();
    private int allocated;

    MemoryBlocks(int blockCount, long blockBytes) {
        this.blockCount = blockCount;
        this.blockBytes = blockBytes;
    }

    /** A zeroed block, or null when all are in use. */
    synchronized @Nullable MemorySegment take() {
        MemorySegment block = free.poll();
        if (block != null) {
            return block.fill((byte) 0);
        }
        if (allocated == blockCount) {
            return null;
        }
        allocated++;
        return HostMemory.allocate(blockBytes, PAGE_BYTES);
    }

    /** Takes a block back that no NIC may touch any more. */
    synchronized void giveBack(MemorySegment block) {
        free.push(block);
    }
}
