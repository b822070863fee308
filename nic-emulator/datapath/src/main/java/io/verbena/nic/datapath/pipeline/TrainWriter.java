package io.verbena.nic.datapath.pipeline;

import io.verbena.nic.datapath.qp.Path;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.datapath.wire.TransmitTrain;
import org.jspecify.annotations.Nullable;

/** Puts packets into the trains of a batch: into the open one while path and sizes allow it, else into the next. */
final class TrainWriter {
    private final int maxPackets;
    private @Nullable TransmitBatch batch;
    private @Nullable TransmitTrain open;
    private @Nullable Path path;
    private int used;
    private long bytes;

    TrainWriter(int maxPackets) {
        this.maxPackets = maxPackets;
    }

    void begin(TransmitBatch newBatch) {
        batch = newBatch;
        open = null;
        path = null;
        used = 0;
    }

    /** @return trains to be sent */
    int end() {
        close();
        batch = null;
        return used;
    }

    /** The train for a packet, or null when the batch is full. */
    @Nullable
    TransmitTrain open(Path packetPath, int packetBytes, int pieces) {
        TransmitTrain train = open;
        if (train != null) {
            if (path == packetPath && train.accepts(packetBytes, maxPackets, pieces)) {
                bytes += packetBytes;
                return train;
            }
            close();
        }
        TransmitBatch current = batch;
        if (current == null || used == current.capacity()) {
            return null;
        }
        train = current.train(used++);
        train.begin(packetPath.local(), packetPath.remote(), packetPath.tos());
        open = train;
        path = packetPath;
        bytes += packetBytes;
        return train;
    }

    /** UDP payload bytes written since the NIC was made. */
    long bytes() {
        return bytes;
    }

    private void close() {
        if (open != null) {
            open.end();
            open = null;
        }
    }
}
