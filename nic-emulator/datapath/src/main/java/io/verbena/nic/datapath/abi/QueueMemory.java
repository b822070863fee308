package io.verbena.nic.datapath.abi;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The two queues of a queue pair in shared memory. Indices count up for ever, modulo 2^32; a work request with index i
 * lies in entry i modulo the entry count, which is a power of two.
 *
 * <pre>
 * 0    send producer      32, written by the host
 * 4    receive producer   32, written by the host
 * 64   send consumer      32, written by the NIC: work requests before it are done
 * 68   receive consumer   32, written by the NIC
 * 72   error              32, written by the NIC: 1 in ERR, where receives need a doorbell to be flushed
 * 128  send entries, then receive entries
 * </pre>
 */
public final class QueueMemory {
    private static final int SEND_PRODUCER = 0;
    private static final int RECEIVE_PRODUCER = 4;
    private static final int SEND_CONSUMER = 64;
    private static final int RECEIVE_CONSUMER = 68;
    private static final int ERROR = 72;
    private static final int ENTRIES = 128;

    private final MemorySegment memory;
    private final int sendEntries;
    private final int sendStride;
    private final int receiveEntries;
    private final int receiveStride;
    private final long receiveOffset;

    /** Sizes are powers of two. */
    public QueueMemory(MemorySegment memory, int sendEntries, int sendStride, int receiveEntries, int receiveStride) {
        this.memory = memory;
        this.sendEntries = sendEntries;
        this.sendStride = sendStride;
        this.receiveEntries = receiveEntries;
        this.receiveStride = receiveStride;
        this.receiveOffset = ENTRIES + (long) sendEntries * sendStride;
    }

    public static long bytes(int sendEntries, int sendStride, int receiveEntries, int receiveStride) {
        return ENTRIES + (long) sendEntries * sendStride + (long) receiveEntries * receiveStride;
    }

    public MemorySegment memory() {
        return memory;
    }

    public int sendEntries() {
        return sendEntries;
    }

    public int receiveEntries() {
        return receiveEntries;
    }

    public int sendStride() {
        return sendStride;
    }

    public int receiveStride() {
        return receiveStride;
    }

    /** Offset in {@link #memory} of a send entry. */
    public long sendOffset(int index) {
        return ENTRIES + (long) (index & sendEntries - 1) * sendStride;
    }

    /** Offset in {@link #memory} of a receive entry. */
    public long receiveOffset(int index) {
        return receiveOffset + (long) (index & receiveEntries - 1) * receiveStride;
    }

    /** NIC: what the host claims. */
    public int sendProducer() {
        return Shared.acquireInt(memory, SEND_PRODUCER);
    }

    /** Host: work requests before {@code index} are complete in memory. */
    public void publishSendProducer(int index) {
        Shared.releaseInt(memory, SEND_PRODUCER, index);
    }

    public int receiveProducer() {
        return Shared.acquireInt(memory, RECEIVE_PRODUCER);
    }

    public void publishReceiveProducer(int index) {
        Shared.releaseInt(memory, RECEIVE_PRODUCER, index);
    }

    /** Host: entries before it may be used again. */
    public int sendConsumer() {
        return Shared.acquireInt(memory, SEND_CONSUMER);
    }

    public void publishSendConsumer(int index) {
        Shared.releaseInt(memory, SEND_CONSUMER, index);
    }

    public int receiveConsumer() {
        return Shared.acquireInt(memory, RECEIVE_CONSUMER);
    }

    public void publishReceiveConsumer(int index) {
        Shared.releaseInt(memory, RECEIVE_CONSUMER, index);
    }

    /** Host, after it published receives: whether the NIC wants a doorbell for them. */
    public boolean receiveNeedsDoorbell() {
        VarHandle.fullFence();
        return Shared.volatileInt(memory, ERROR) != 0;
    }

    /** NIC: then it reads the receive producer once more, so that no receive is left unseen. */
    public void publishError(boolean error) {
        Shared.setVolatileInt(memory, ERROR, error ? 1 : 0);
        VarHandle.fullFence();
    }

    /** NIC: both queues empty, as after a reset of the queue pair; the host does the same on its side. */
    public void clear() {
        memory.asSlice(0, ENTRIES).fill((byte) 0);
    }
}
