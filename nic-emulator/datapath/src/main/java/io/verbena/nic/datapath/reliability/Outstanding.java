package io.verbena.nic.datapath.reliability;

import io.verbena.nic.datapath.qp.Psn;
import io.verbena.nic.datapath.qp.SendContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests that are sent and not acknowledged: 16 bytes each, in chunks that go back to the slab when a queue pair
 * has nothing outstanding. A work request is not kept: a retransmission fetches it again, and the digest tells whether
 * the host has changed it.
 *
 * <pre>
 * word 0   last PSN 24 · kind 8 · length 32
 * word 1   digest of the work request
 * </pre>
 */
public final class Outstanding {
    private static final int WORDS = 2;
    private static final int SMALLEST_ENTRIES = 16;
    private static final int KIND_SHIFT = 24;
    private static final int LENGTH_SHIFT = 32;
    private static final int SIGNALED = 0x80;

    /** Free chunks by size class: 16, 32, 64, ... entries. */
    private final List<ArrayDeque<long[]>> free = new ArrayList<>();

    /** Enters the request at the tail. */
    public void add(SendContext send, int lastPsn, int opcode, boolean signaled, long lengthBytes, long digest) {
        long[] entries = room(send);
        int at = at(entries, send.tailIndex);
        entries[at] = lastPsn | (long) (opcode | (signaled ? SIGNALED : 0)) << KIND_SHIFT | lengthBytes << LENGTH_SHIFT;
        entries[at + 1] = digest;
        send.tailIndex++;
    }

    /** Takes the head away; the chunk goes back with the last one. */
    public void removeHead(SendContext send) {
        send.headIndex++;
        if (!send.isOutstanding()) {
            release(send);
        }
    }

    /** Gives the chunk back, whatever is in it. */
    public void release(SendContext send) {
        long[] entries = send.outstanding;
        if (entries != null) {
            classOf(entries.length).push(entries);
            send.outstanding = null;
        }
    }

    public static int lastPsn(SendContext send, int index) {
        return (int) word(send, index, 0) & Psn.MASK;
    }

    /** Code of {@code abi.WrOpcode}. */
    public static int opcode(SendContext send, int index) {
        return (int) (word(send, index, 0) >>> KIND_SHIFT) & ~SIGNALED & 0xff;
    }

    public static boolean isSignaled(SendContext send, int index) {
        return ((int) (word(send, index, 0) >>> KIND_SHIFT) & SIGNALED) != 0;
    }

    public static long lengthBytes(SendContext send, int index) {
        return word(send, index, 0) >>> LENGTH_SHIFT;
    }

    public static long digest(SendContext send, int index) {
        return word(send, index, 1);
    }

    public static int firstPsn(SendContext send, int index, int mtu) {
        return Psn.add(lastPsn(send, index), 1 - Psn.packets(lengthBytes(send, index), mtu));
    }

    private static long word(SendContext send, int index, int word) {
        long[] entries = send.outstanding;
        if (entries == null) {
            throw new IllegalStateException("nothing is outstanding");
        }
        return entries[at(entries, index) + word];
    }

    private static int at(long[] entries, int index) {
        return index * WORDS & entries.length - 1;
    }

    private long[] room(SendContext send) {
        long[] entries = send.outstanding;
        int count = send.tailIndex - send.headIndex;
        if (entries != null && count * WORDS < entries.length) {
            return entries;
        }
        int words = entries == null ? SMALLEST_ENTRIES * WORDS : 2 * entries.length;
        long[] grown = classOf(words).poll();
        if (grown == null) {
            grown = new long[words];
        }
        for (int i = send.headIndex; entries != null && i != send.tailIndex; i++) {
            grown[at(grown, i)] = entries[at(entries, i)];
            grown[at(grown, i) + 1] = entries[at(entries, i) + 1];
        }
        release(send);
        send.outstanding = grown;
        return grown;
    }

    private ArrayDeque<long[]> classOf(int words) {
        int index = Integer.numberOfTrailingZeros(words / (SMALLEST_ENTRIES * WORDS));
        while (free.size() <= index) {
            free.add(new ArrayDeque<>());
        }
        return free.get(index);
    }
}
