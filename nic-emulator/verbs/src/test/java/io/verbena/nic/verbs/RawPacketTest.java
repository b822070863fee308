package io.verbena.nic.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.DropReason;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.Header;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.datapath.wire.Reth;
import io.verbena.nic.datapath.wire.Syndrome;
import io.verbena.nic.verbs.Connection.Options;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Packets that no requester of ours would send. */
class RawPacketTest {
    private static final int PSN = 0xfffff0;
    private static final int MTU = 1024;

    private final TestWire wire = new TestWire();
    private final TestWire.Host hostA = wire.host();
    private final TestWire.Host hostB = wire.host();
    private Connection c;

    @BeforeEach
    void connect() {
        c = Connection.of(hostA, hostB, Options.defaults().withMtu(MTU));
    }

    /** A packet from A's queue pair to B's with a right ICRC, changed before that was computed. */
    private TestPacket packet(OpCode opCode, int psn, int payloadBytes, Consumer<MemorySegment> change) {
        return packet(c.a.context.gid(), c.b.context.gid(), opCode, psn, payloadBytes, change);
    }

    private TestPacket packet(
            Gid source, Gid destination, OpCode opCode, int psn, int payloadBytes, Consumer<MemorySegment> change) {
        int pad = -payloadBytes & 3;
        int bytes = opCode.headerBytes() + payloadBytes + pad + Icrc.BYTES;
        MemorySegment packet = Arena.ofAuto().allocate(bytes);
        Bth.write(packet, 0, opCode, false, pad, c.b.qp.qpNum(), true, psn);
        if (opCode.has(Header.RETH)) {
            Reth.write(packet, opCode.offsetOf(Header.RETH), c.b.mr.addr(), c.b.mr.rkey(), payloadBytes);
        }
        change.accept(packet);
        Icrc icrc = new Icrc();
        icrc.begin(source.high(), source.low(), destination.high(), destination.low(), Bth.UDP_PORT, bytes);
        icrc.header(packet, 0, bytes - Icrc.BYTES);
        packet.set(
                ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), bytes - Icrc.BYTES, icrc.finish());
        return new TestPacket(source, destination, packet.toArray(ValueLayout.JAVA_BYTE));
    }

    private static void setLength(MemorySegment packet, OpCode opCode, int length) {
        packet.set(
                ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN),
                opCode.offsetOf(Header.RETH) + Reth.LENGTH_OFFSET,
                length);
    }

    private void deliver(TestPacket... packets) {
        wire.inject(packets);
        wire.run();
    }

    private long dropped(DropReason reason) {
        return hostB.counters().dropped(reason);
    }

    private long droppedAtPort(DropReason reason) {
        return hostB.read().port().dropped(reason);
    }

    private void assertRefused(int syndrome) {
        assertThat(wire.sent.stream().filter(p -> p.isNak(syndrome))).hasSize(1);
        assertThat(c.b.qp.query().state()).isEqualTo(QpState.ERR);
    }

    @Test
    void takesAWellFormedPacket() {
        deliver(packet(OpCode.RC_WRITE_ONLY, PSN, 100, p -> {}));
        assertThat(wire.sent.stream().filter(TestPacket::isAck)).hasSize(1);
    }

    @Test
    void countsWhatIsTooShort() {
        TestPacket whole = packet(OpCode.RC_WRITE_ONLY, PSN, 8, p -> {});
        for (int length = 1; length < 16; length++) {
            deliver(new TestPacket(whole.source(), whole.destination(), Arrays.copyOf(whole.bytes(), length)));
        }
        assertThat(droppedAtPort(DropReason.TRUNCATED)).isEqualTo(15);
        for (int length = 16; length < 32; length++) {
            deliver(new TestPacket(whole.source(), whole.destination(), Arrays.copyOf(whole.bytes(), length)));
        }
        assertThat(droppedAtPort(DropReason.MALFORMED)).isEqualTo(16);
    }

    @Test
    void countsWhatItCannotTrust() {
        Gid stranger = Gid.parse("127.77.0.66");
        deliver(packet(OpCode.RC_SEND_ONLY, PSN, 8, p -> p.set(ValueLayout.JAVA_BYTE, 0, (byte) 0x1f)));
        deliver(packet(OpCode.RC_SEND_ONLY, PSN, 8, p -> p.set(ValueLayout.JAVA_BYTE, 1, (byte) 0x41)));
        deliver(packet(OpCode.RC_SEND_ONLY, PSN, 8, p -> p.set(ValueLayout.JAVA_BYTE, 7, (byte) 0x7f)));
        assertThat(droppedAtPort(DropReason.UNKNOWN_OPCODE)).isOne();
        assertThat(droppedAtPort(DropReason.BAD_VERSION)).isOne();
        assertThat(droppedAtPort(DropReason.UNKNOWN_QPN)).isOne();

        deliver(packet(OpCode.UC_SEND_ONLY, PSN, 8, p -> {}));
        deliver(packet(stranger, c.b.context.gid(), OpCode.RC_SEND_ONLY, PSN, 8, p -> {}));
        deliver(packet(OpCode.RC_SEND_ONLY, PSN, 8, p -> p.set(ValueLayout.JAVA_BYTE, 3, (byte) 0x01)));
        assertThat(dropped(DropReason.WRONG_SERVICE)).isOne();
        assertThat(dropped(DropReason.WRONG_SOURCE)).isOne();
        assertThat(dropped(DropReason.BAD_PKEY)).isOne();

        TestPacket bad = packet(OpCode.RC_SEND_ONLY, PSN, 8, p -> {});
        bad.bytes()[14] ^= 1;
        deliver(bad);
        assertThat(dropped(DropReason.BAD_ICRC)).isOne();
        assertThat(wire.sent).isEmpty();
    }

    @Test
    void dropsAPacketThatCameToTheAddressOfAnotherFunction() {
        hostB.addFunction("127.77.0.5");
        deliver(packet(c.a.context.gid(), Gid.parse("127.77.0.5"), OpCode.RC_SEND_ONLY, PSN, 8, p -> {}));
        assertThat(droppedAtPort(DropReason.WRONG_DESTINATION)).isOne();
    }

    @ParameterizedTest
    @EnumSource(
            value = OpCode.class,
            names = {
                "RC_SEND_MIDDLE",
                "RC_SEND_LAST",
                "RC_WRITE_MIDDLE",
                "RC_WRITE_LAST",
                "RC_COMPARE_SWAP",
                "RC_SEND_ONLY_INVALIDATE"
            })
    void refusesWhatCannotStartAMessage(OpCode opCode) {
        c.b.receive(1, 0, 4096);
        deliver(packet(opCode, PSN, opCode == OpCode.RC_COMPARE_SWAP ? 0 : MTU, p -> {}));
        assertRefused(Syndrome.NAK_INVALID_REQUEST);
    }

    @ParameterizedTest
    @EnumSource(
            value = OpCode.class,
            names = {"RC_SEND_FIRST", "RC_WRITE_LAST", "RC_WRITE_ONLY", "RC_READ_REQUEST"})
    void refusesWhatCannotFollowAnOpenSend(OpCode opCode) {
        c.b.receive(1, 0, 8192);
        deliver(
                packet(OpCode.RC_SEND_FIRST, PSN, MTU, p -> {}),
                packet(opCode, PSN + 1, opCode == OpCode.RC_READ_REQUEST ? 0 : MTU, p -> {}));
        assertRefused(Syndrome.NAK_INVALID_REQUEST);
        assertThat(c.b.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.WR_FLUSH_ERR);
    }

    @ParameterizedTest
    @CsvSource({"RC_SEND_FIRST,1020", "RC_SEND_FIRST,0", "RC_SEND_FIRST,1028", "RC_SEND_ONLY,1028"})
    void refusesASendPacketOfTheWrongSize(OpCode opCode, int bytes) {
        c.b.receive(1, 0, 8192);
        deliver(packet(opCode, PSN, bytes, p -> {}));
        assertRefused(Syndrome.NAK_INVALID_REQUEST);
    }

    @Test
    void refusesAnEmptyLast() {
        c.b.receive(1, 0, 8192);
        deliver(packet(OpCode.RC_SEND_FIRST, PSN, MTU, p -> {}), packet(OpCode.RC_SEND_LAST, PSN + 1, 0, p -> {}));
        assertRefused(Syndrome.NAK_INVALID_REQUEST);
    }

    @ParameterizedTest
    @CsvSource({
        "RC_WRITE_ONLY,100,101",
        "RC_WRITE_ONLY,100,99",
        "RC_WRITE_ONLY,0,1",
        "RC_WRITE_FIRST,1024,1024",
        "RC_WRITE_FIRST,1024,-2147483647",
        "RC_READ_REQUEST,0,-2147483647"
    })
    void refusesALengthThatDoesNotFit(OpCode opCode, int payload, int length) {
        deliver(packet(opCode, PSN, payload, p -> setLength(p, opCode, length)));
        assertRefused(Syndrome.NAK_INVALID_REQUEST);
    }

    @Test
    void refusesAWriteThatEndsShortOfItsLength() {
        deliver(
                packet(OpCode.RC_WRITE_FIRST, PSN, MTU, p -> setLength(p, OpCode.RC_WRITE_FIRST, 2 * MTU)),
                packet(OpCode.RC_WRITE_LAST, PSN + 1, 1000, p -> {}));
        assertRefused(Syndrome.NAK_INVALID_REQUEST);
    }

    @Test
    void answersADuplicateReadOnlyWithinWhatItCovered() {
        TestPacket read = packet(OpCode.RC_READ_REQUEST, PSN, 0, p -> setLength(p, OpCode.RC_READ_REQUEST, 3 * MTU));
        deliver(read);
        assertThat(wire.sent).hasSize(3);
        deliver(read);
        assertThat(wire.sent).hasSize(6);
        // The second packet's part, and no more than that, is covered.
        OpCode opCode = OpCode.RC_READ_REQUEST;
        deliver(packet(opCode, PSN + 1, 0, p -> {
            Reth.write(p, opCode.offsetOf(Header.RETH), c.b.mr.addr() + MTU, c.b.mr.rkey(), 100);
        }));
        assertThat(wire.sent).hasSize(7);
        assertThat(wire.sent.get(6).bytes()).hasSize(OpCode.RC_READ_RESPONSE_ONLY.headerBytes() + 100 + 4);
        deliver(packet(opCode, PSN + 1, 0, p -> {
            Reth.write(p, opCode.offsetOf(Header.RETH), c.b.mr.addr() + MTU, c.b.mr.rkey(), 2 * MTU + 1);
        }));
        deliver(packet(opCode, PSN + 1, 0, p -> {
            Reth.write(p, opCode.offsetOf(Header.RETH), c.b.mr.addr(), c.b.mr.rkey(), MTU);
        }));
        deliver(packet(opCode, PSN, 0, p -> {
            Reth.write(p, opCode.offsetOf(Header.RETH), c.b.mr.addr(), c.b.mr.rkey() ^ 1, MTU);
        }));
        assertThat(wire.sent).hasSize(7);
        assertThat(dropped(DropReason.DUPLICATE_UNKNOWN)).isEqualTo(3);
        assertThat(hostB.count(Counter.DUPLICATE_REQUESTS)).isEqualTo(5);
    }

    @Test
    void acknowledgesOnceForATrainOfRequests() {
        TestPacket[] packets = new TestPacket[20];
        for (int i = 0; i < packets.length; i++) {
            packets[i] = packet(OpCode.RC_WRITE_ONLY, PSN + i & 0xffffff, 8, p -> {});
        }
        wire.inject(packets);
        wire.run();
        assertThat(wire.sent).hasSize(1);
        assertThat(wire.sent.get(0).psn()).isEqualTo(PSN + 19 & 0xffffff);
        assertThat(hostB.count(Counter.RECEIVE_MESSAGES)).isEqualTo(20);
    }

    @Test
    void endsAReadWhoseRegionGoesAwayBetweenResponses() {
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_READ, 1, 0, c.b, 0, 900_000));
        wire.runUntil(() -> wire.sent.size() > 200);
        c.b.mr.close();
        wire.run();
        assertThat(c.a.poll()).hasSize(1).allMatch(wc -> wc.status() != WcStatus.SUCCESS);
        assertThat(c.b.qp.query().state()).isEqualTo(QpState.ERR);
    }

    @Test
    void ignoresAcknowledgementsOfWhatWasNeverSent() {
        TestPacket toA = packet(OpCode.RC_WRITE_ONLY, PSN, 8, p -> {});
        deliver(toA);
        assertThat(c.a.poll()).isEmpty();
        assertThat(hostA.counters().dropped(DropReason.UNEXPECTED_RESPONSE)).isOne();
    }

    @Test
    void survivesAnyBytes() {
        SplittableRandom random = new SplittableRandom(11);
        OpCode[] opCodes = OpCode.values();
        for (int i = 0; i < 20_000; i++) {
            OpCode opCode = opCodes[random.nextInt(opCodes.length)];
            int psn = PSN + random.nextInt(8) - 4 & 0xffffff;
            deliver(packet(opCode, psn, random.nextInt(MTU + 8), p -> {
                for (int n = random.nextInt(4); n > 0; n--) {
                    p.set(ValueLayout.JAVA_BYTE, random.nextLong(p.byteSize()), (byte) random.nextInt());
                }
            }));
            if (c.b.qp.query().state() == QpState.ERR) {
                connectAgain();
            }
        }
        assertThat(hostB.read().port().droppedInAll()).isPositive();
    }

    private void connectAgain() {
        c.b.qp.modifyToReset();
        c.b.toInit(Access.REMOTE_READ, Access.REMOTE_WRITE);
        c.b.connect(c.a, Options.defaults().withMtu(MTU));
        for (int i = 0; i < 4; i++) {
            c.b.receive(i, 0, 4096);
        }
        c.b.poll();
        wire.sent.clear();
    }
}
