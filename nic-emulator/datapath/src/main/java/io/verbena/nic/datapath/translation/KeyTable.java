package io.verbena.nic.datapath.translation;

import io.verbena.nic.datapath.memory.HostRange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The memory regions of one function by key. A key is 24 bits of index and 8 bits that count the uses of the index, XORed
 * with the function's seed: a stale key does not match its successor, and keys of one function or of one boot tell
 * nothing about another's. Indices are used again in the order they were freed, as late as can be.
 */
public final class KeyTable {
    private static final int USE_BITS = 8;
    private static final int USE_MASK = (1 << USE_BITS) - 1;
    /** The most regions of a function: 2^24 indices. */
    private static final int MAX_INDEX = 1 << 24;

    private final int seed;
    private @Nullable MemoryRegion[] regions = new MemoryRegion[16];
    private byte[] uses = new byte[16];
    private int[] free = new int[16];
    private int freeHead;
    private int freeCount;
    private int nextIndex;

    public KeyTable(int seed) {
        this.seed = seed;
    }

    /** Enters a region; the caller has checked the limit. */
    public MemoryRegion register(int pd, HostRange range, int access) {
        int index = takeIndex();
        int key = (index << USE_BITS | uses[index] & USE_MASK) ^ seed;
        MemoryRegion region = new MemoryRegion(key, pd, range, access);
        regions[index] = region;
        return region;
    }

    /** Removes a region; from now on its key is stale. */
    public void deregister(MemoryRegion region) {
        int index = (region.key() ^ seed) >>> USE_BITS;
        regions[index] = null;
        uses[index]++;
        if (freeCount == free.length) {
            int[] grown = new int[2 * free.length];
            for (int i = 0; i < freeCount; i++) {
                grown[i] = free[freeHead + i & free.length - 1];
            }
            free = grown;
            freeHead = 0;
        }
        free[freeHead + freeCount++ & free.length - 1] = index;
    }

    /** The region that has exactly this key now. */
    public @Nullable MemoryRegion find(int key) {
        int index = (key ^ seed) >>> USE_BITS;
        MemoryRegion region = index < regions.length ? regions[index] : null;
        return region != null && region.key() == key ? region : null;
    }

    /** Regions, counted anew. */
    public int count() {
        int count = 0;
        for (MemoryRegion region : regions) {
            if (region != null) {
                count++;
            }
        }
        return count;
    }

    private int takeIndex() {
        if (freeCount > 0) {
            int index = free[freeHead];
            freeHead = freeHead + 1 & free.length - 1;
            freeCount--;
            return index;
        }
        if (nextIndex == MAX_INDEX) {
            throw new IllegalStateException("no key is free");
        }
        if (nextIndex == regions.length) {
            regions = Arrays.copyOf(regions, 2 * nextIndex);
            uses = Arrays.copyOf(uses, 2 * nextIndex);
        }
        return nextIndex++;
    }
}
