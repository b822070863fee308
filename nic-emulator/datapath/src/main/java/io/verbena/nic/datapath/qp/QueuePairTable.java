package io.verbena.nic.datapath.qp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All queue pairs of the NIC by number: 16 bits of slot, above them 8 bits that change when the slot is used again, so
 * that a late packet for the old one finds nobody. Slots are used again in the order they were freed.
 */
public final class QueuePairTable {
    private static final int SLOT_BITS = 16;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;
    /** QP numbers 0 and 1 are the management ones (IBTA 3.5.10), whatever their upper bits are. */
    private static final int FIRST_SLOT = 2;
    /** Keeps off 0xFFFFFF, which is multicast. */
    private static final int END_SLOT = SLOT_MASK;

    private @Nullable QueuePair[] table = new QueuePair[64];
    private byte[] tag = new byte[64];
    private int[] free = new int[64];
    private int freeHead;
    private int freeCount;
    private int nextSlot = FIRST_SLOT;

    public static int slotOf(int qpNum) {
        return qpNum & SLOT_MASK;
    }

    /**
     * Reserves a number; {@link #put} the queue pair then. The caller has checked the limit.
     *
     * @param seed where the upper bits start when the slot is used for the first time
     */
    public int reserve(int seed) {
        int slot;
        if (freeCount > 0) {
            slot = free[freeHead];
            freeHead = freeHead + 1 & free.length - 1;
            freeCount--;
            tag[slot]++;
        } else {
            if (nextSlot == END_SLOT) {
                throw new IllegalStateException("no queue pair slot is free");
            }
            slot = nextSlot++;
            if (slot >= table.length) {
                table = Arrays.copyOf(table, 2 * table.length);
                tag = Arrays.copyOf(tag, 2 * tag.length);
            }
            tag[slot] = (byte) seed;
        }
        return (tag[slot] & 0xff) << SLOT_BITS | slot;
    }

    public void put(QueuePair qp) {
        table[qp.slot()] = qp;
    }

    public void remove(QueuePair qp) {
        table[qp.slot()] = null;
        if (freeCount == free.length) {
            int[] grown = new int[2 * free.length];
            for (int i = 0; i < freeCount; i++) {
                grown[i] = free[freeHead + i & free.length - 1];
            }
            free = grown;
            freeHead = 0;
        }
        free[freeHead + freeCount & free.length - 1] = qp.slot();
        freeCount++;
    }

    /** Queue pairs of a function, counted anew. */
    public int count(int function) {
        int count = 0;
        for (QueuePair qp : table) {
            if (qp != null && qp.function() == function) {
                count++;
            }
        }
        return count;
    }

    public @Nullable QueuePair byNumber(int qpNum) {
        QueuePair qp = bySlot(qpNum & SLOT_MASK);
        return qp != null && qp.qpNum() == qpNum ? qp : null;
    }

    public @Nullable QueuePair bySlot(int slot) {
        return slot < table.length ? table[slot] : null;
    }
}
