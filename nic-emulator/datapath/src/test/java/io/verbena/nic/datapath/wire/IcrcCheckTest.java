package io.verbena.nic.datapath.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.wire.ReceivedTrain.Identification;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IcrcCheckTest {
    private static final int SEGMENT_BYTES = 1040;
    private static final int PACKETS = 5;
    private static final Gid A = Gid.parse("127.0.0.2");
    private static final Gid B = Gid.parse("127.0.0.3");

    private final IcrcCheck check = new IcrcCheck();

    @Test
    void acceptsTheIdentificationsThatThePortGuessed() {
        ReceivedTrain train = train(0, 1);
        train.setIdentification(Identification.UNKNOWN, 0, 1);
        assertThat(accepted(train)).containsOnly(true);
    }

    @Test
    void findsIdentificationsThatCountUpFromAnywhere() {
        ReceivedTrain train = train(0xfffe, 1);
        train.setIdentification(Identification.UNKNOWN, 0, 1);
        assertThat(accepted(train)).containsOnly(true);
    }

    @Test
    void findsOneIdentificationForTheWholeTrain() {
        ReceivedTrain train = train(4711, 0);
        train.setIdentification(Identification.UNKNOWN, 0, 1);
        assertThat(accepted(train)).containsOnly(true);
    }

    @Test
    void refusesALaterPacketWithAnIdentificationOfItsOwn() {
        ReceivedTrain train = train(0x1234, 1);
        reseal(train, 3, 0x7777);
        train.setIdentification(Identification.UNKNOWN, 0, 1);
        assertThat(accepted(train)).containsExactly(true, true, true, false, true);
    }

    @Test
    void refusesAnIdentificationOtherThanTheOneKnown() {
        ReceivedTrain train = train(9, 1);
        train.setIdentification(Identification.EXACT, 8, 1);
        assertThat(accepted(train)).containsOnly(false);
    }

    @Test
    void refusesEveryFlippedBitAndGoesOn() {
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 200; round++) {
            ReceivedTrain train = train(0x1234, 1);
            int packet = random.nextInt(PACKETS);
            int at = train.packetOffset(packet) + random.nextInt(train.packetBytes(packet));
            if (at == train.packetOffset(packet) + Bth.ECN_OFFSET) {
                continue;
            }
            train.buffer().put(at, (byte) (train.buffer().get(at) ^ 1 << random.nextInt(8)));
            train.setIdentification(Identification.UNKNOWN, 0, 1);
            boolean[] accepted = accepted(train);
            for (int i = 0; i < PACKETS; i++) {
                assertThat(accepted[i]).as("round %d packet %d", round, i).isEqualTo(i != packet);
            }
        }
    }

    @Test
    void ignoresTheEcnByteOfTheBth() {
        ReceivedTrain train = train(0, 1);
        train.buffer().put(Bth.ECN_OFFSET, (byte) 0xc0);
        train.setIdentification(Identification.EXACT, 0, 1);
        assertThat(accepted(train)).containsOnly(true);
    }

    @Test
    void refusesAPacketTooShortForAnIcrc() {
        ReceivedTrain train = new ReceivedTrain();
        train.setBytes(MemorySegment.ofArray(new byte[15]), ByteBuffer.allocate(15), 0, 15, 15);
        assertThat(accepted(train)).containsExactly(false);
    }

    private boolean[] accepted(ReceivedTrain train) {
        check.begin(train);
        boolean[] accepted = new boolean[train.count()];
        for (int i = 0; i < accepted.length; i++) {
            accepted[i] = check.accepts(train, i);
        }
        return accepted;
    }

    private static ReceivedTrain train(int base, int step) {
        byte[] bytes = new byte[(PACKETS - 1) * SEGMENT_BYTES + 80];
        new SplittableRandom(1).nextBytes(bytes);
        ReceivedTrain train = new ReceivedTrain();
        train.setBytes(
                MemorySegment.ofArray(bytes),
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN),
                0,
                bytes.length,
                SEGMENT_BYTES);
        train.setPath(B.high(), B.low(), A.high(), A.low(), Bth.UDP_PORT);
        for (int i = 0; i < PACKETS; i++) {
            reseal(train, i, base + i * step & 0xffff);
        }
        return train;
    }

    private static void reseal(ReceivedTrain train, int packet, int identification) {
        Icrc icrc = new Icrc();
        int value = icrc.compute(train, packet)
                ^ icrc.identificationDifference(28 + train.packetBytes(packet), identification);
        train.buffer().clear().putInt(train.packetOffset(packet) + train.packetBytes(packet) - 4, value);
    }
}
