package io.verbena.nic.device.udp;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.datapath.wire.TransmitTrain;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/** Trains with a BTH, random payload in memory of its own, and the ICRC as a NIC makes it. */
public final class Trains {
    static final int BTH_BYTES = 12;

    private static final ValueLayout.OfInt LITTLE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    public final TransmitBatch batch = new TransmitBatch(8, Arena.ofAuto());
    public final MemorySegment payload = Arena.ofAuto().allocate(64 << 10, 64);
    final Icrc icrc = new Icrc();

    public Trains(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (long at = 0; at < payload.byteSize(); at++) {
            payload.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
        }
    }

    /** Fills a slot with {@code count} packets of so much payload, the last one of {@code lastPayloadBytes}. */
    public void fill(
            int slot, Gid source, Gid destination, int tos, int count, int payloadBytes, int lastPayloadBytes) {
        TransmitTrain train = batch.train(slot);
        train.begin(source, destination, tos);
        for (int i = 0; i < count; i++) {
            int bytes = i == count - 1 ? lastPayloadBytes : payloadBytes;
            long from = (long) i * payloadBytes;
            int at = train.slabOffset();
            for (int j = 0; j < BTH_BYTES; j++) {
                train.slab().set(ValueLayout.JAVA_BYTE, at + j, (byte) (i + j));
            }
            train.appendSlab(BTH_BYTES);
            train.appendPayload(payload.address() + from, bytes);
            icrc.begin(
                    source.high(),
                    source.low(),
                    destination.high(),
                    destination.low(),
                    4791,
                    BTH_BYTES + bytes + TransmitTrain.ICRC_BYTES);
            icrc.header(train.slab(), at, BTH_BYTES);
            icrc.payload(payload.asByteBuffer(), (int) from, bytes);
            train.endPacket(icrc.finish());
        }
        train.end();
    }

    /** Whether a packet's ICRC is right for one identification, exactly. */
    public boolean sealedFor(int identification, ReceivedTrain train, int packet) {
        int ipBytes = 28 + train.packetBytes(packet);
        int wanted = icrc.compute(train, packet) ^ icrc.identificationDifference(ipBytes, identification);
        return wanted == icrcOf(train, packet);
    }

    public static int icrcOf(ReceivedTrain train, int packet) {
        return train.bytes().get(LITTLE, train.packetOffset(packet) + train.packetBytes(packet) - 4L);
    }

    public boolean payloadIntact(ReceivedTrain train, int packet, long from) {
        int bytes = train.packetBytes(packet) - BTH_BYTES - 4;
        long at = train.packetOffset(packet) + BTH_BYTES;
        return MemorySegment.mismatch(train.bytes(), at, at + bytes, payload, from, from + bytes) < 0;
    }
}
