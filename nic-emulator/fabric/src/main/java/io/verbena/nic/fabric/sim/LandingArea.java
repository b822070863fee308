package io.verbena.nic.fabric.sim;

import io.verbena.nic.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The memory of one endpoint that transfers land in: a place for each, gaps between, forbidden ground around. */
final class LandingArea {
    private static final int GAP_BYTES = 16;
    private static final int GUARD_BYTES = 256;

    private final MemorySegment whole;
    private final MemoryRegion region;
    private final Landing[] inbound;
    private final long[] inboundOffsets;
    private final Landing[] reads;
    private final long[] readOffsets;

    /**
     * Lays out what {@code peerPlan} sends and writes and what {@code ownPlan} reads.
     */
    LandingArea(SimFunction function, List<Operation> peerPlan, List<Operation> ownPlan) {
        long bytes = registeredBytes(peerPlan, ownPlan);
        whole = function.allocate(bytes + 2 * GUARD_BYTES);
        whole.fill(Pattern.FORBIDDEN);
        MemorySegment middle = whole.asSlice(GUARD_BYTES, bytes);
        middle.fill(Pattern.EMPTY);
        region = function.register(middle);
        inbound = new Landing[peerPlan.size()];
        inboundOffsets = new long[peerPlan.size()];
        reads = new Landing[ownPlan.size()];
        readOffsets = new long[ownPlan.size()];
        long at = 0;
        for (Operation operation : peerPlan) {
            if (!operation.isRead()) {
                at = place(operation, at, inbound, inboundOffsets);
            }
        }
        for (Operation operation : ownPlan) {
            if (operation.isRead()) {
                at = place(operation, at, reads, readOffsets);
            }
        }
    }

    static long registeredBytes(List<Operation> peerPlan, List<Operation> ownPlan) {
        long bytes = GAP_BYTES;
        for (Operation operation : peerPlan) {
            bytes += operation.isRead() ? 0 : operation.lengthBytes() + GAP_BYTES;
        }
        for (Operation operation : ownPlan) {
            bytes += operation.isRead() ? operation.lengthBytes() + GAP_BYTES : 0;
        }
        return bytes;
    }

    private long place(Operation operation, long at, Landing[] landings, long[] offsets) {
        MemorySegment memory = region.memory();
        int length = operation.lengthBytes();
        offsets[operation.index()] = at;
        landings[operation.index()] = new Landing(
                memory.asSlice(at, length),
                Pattern.memory().asSlice(operation.patternOffset(), length),
                memory.asSlice(at + length, GAP_BYTES));
        return at + length + GAP_BYTES;
    }

    MemoryRegion region() {
        return region;
    }

    /** Where the peer's operation lands, none for its READs. */
    Landing inbound(int operation) {
        return inbound[operation];
    }

    long inboundAddress(int operation) {
        return region.addr() + inboundOffsets[operation];
    }

    /** Where an own READ lands. */
    Landing read(int operation) {
        return reads[operation];
    }

    long readAddress(int operation) {
        return region.addr() + readOffsets[operation];
    }

    MemorySegment guardBefore() {
        return whole.asSlice(0, GUARD_BYTES);
    }

    MemorySegment guardBehind() {
        return whole.asSlice(whole.byteSize() - GUARD_BYTES);
    }
}
