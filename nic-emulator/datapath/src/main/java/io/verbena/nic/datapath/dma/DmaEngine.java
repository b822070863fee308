package io.verbena.nic.datapath.dma;

import io.verbena.nic.datapath.memory.HostRange;
import io.verbena.nic.datapath.memory.RangeList;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.TransmitTrain;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Gathers payload into packets and scatters it out of them. */
public final class DmaEngine {
    private DmaEngine() {}

    /** Who may write to the memory of a payload before the train is sent. */
    public enum Source {
        /** Nobody: a work request's buffers may be reused after its completion only (ibv_post_send(3)). */
        LENT,
        /** Its owner at any time, who is not told of a peer's READ. */
        SHARED
    }

    /**
     * Appends payload, pad and ICRC to a packet whose headers stand in the slab from {@code headerOffset} on. Small pieces
     * are copied, large ones too if they are {@link Source#SHARED}: the ICRC has to be that of what is sent. Other large
     * ones stay where they are, and the CRC reads them there.
     *
     * @param icrc begun for this packet
     */
    public static void gather(
            RangeList pieces, Source source, int padBytes, TransmitTrain train, int headerOffset, Icrc icrc) {
        MemorySegment slab = train.slab();
        int runStart = headerOffset;
        boolean headerRun = true;
        int copied = 0;
        for (int i = 0; i < pieces.count(); i++) {
            HostRange range = pieces.range(i);
            long offset = pieces.offset(i);
            int bytes = pieces.lengthBytes(i);
            if (copied + bytes <= TransmitTrain.MAX_COPIED_BYTES) {
                MemorySegment.copy(range.segment(), offset, slab, train.slabOffset(), bytes);
                train.appendSlab(bytes);
                copied += bytes;
                continue;
            }
            takeRun(icrc, slab, runStart, train.slabOffset(), headerRun);
            headerRun = false;
            if (source == Source.LENT) {
                train.appendPayload(range.address() + offset, bytes);
                icrc.payload(range.view(offset), range.viewOffset(offset), bytes);
            } else {
                int to = train.slabOffset();
                MemorySegment.copy(range.segment(), offset, slab, to, bytes);
                train.appendSlab(bytes);
                icrc.payload(train.slabView(), to, bytes);
            }
            runStart = train.slabOffset();
        }
        for (int i = 0; i < padBytes; i++) {
            slab.set(ValueLayout.JAVA_BYTE, train.slabOffset() + i, (byte) 0);
        }
        train.appendSlab(padBytes);
        takeRun(icrc, slab, runStart, train.slabOffset(), headerRun);
        train.endPacket(icrc.finish());
    }

    private static void takeRun(Icrc icrc, MemorySegment slab, int from, int to, boolean headerRun) {
        if (headerRun) {
            icrc.header(slab, from, to - from);
        } else if (to > from) {
            icrc.copied(slab, from, to - from);
        }
    }

    /** Pieces of a train that the payload needs at most, for {@link TransmitTrain#accepts}. */
    public static int piecesNeeded(RangeList pieces) {
        return 2 * pieces.count();
    }

    /** Copies a received payload to where it belongs. */
    public static void scatter(MemorySegment packet, long offset, RangeList pieces) {
        long from = offset;
        for (int i = 0; i < pieces.count(); i++) {
            int bytes = pieces.lengthBytes(i);
            MemorySegment.copy(packet, from, pieces.range(i).segment(), pieces.offset(i), bytes);
            from += bytes;
        }
    }
}
