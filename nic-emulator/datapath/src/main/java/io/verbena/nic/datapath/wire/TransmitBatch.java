package io.verbena.nic.datapath.wire;

import java.lang.foreign.SegmentAllocator;
import java.util.Arrays;

/** The trains that one turn of the owner may send; its slots are filled by the NIC and read by a port, then used again. */
public final class TransmitBatch {
    private final TransmitTrain[] trains;

    /** For a port that sends trains as they are. */
    public TransmitBatch(int capacity, SegmentAllocator allocator) {
        this(capacity, allocator, 0);
    }

    /** @param overheadBytes what the port puts before each packet */
    public TransmitBatch(int capacity, SegmentAllocator allocator, int overheadBytes) {
        trains = new TransmitTrain[capacity];
        for (int i = 0; i < capacity; i++) {
            trains[i] = new TransmitTrain(allocator, overheadBytes);
        }
    }

    public int capacity() {
        return trains.length;
    }

    public TransmitTrain train(int index) {
        return trains[index];
    }

    /** Moves the first {@code taken} trains, which a port took, behind the others: what it left comes first. */
    public void skip(int taken) {
        TransmitTrain[] moved = Arrays.copyOf(trains, taken);
        System.arraycopy(trains, taken, trains, 0, trains.length - taken);
        System.arraycopy(moved, 0, trains, trains.length - taken, taken);
    }
}
