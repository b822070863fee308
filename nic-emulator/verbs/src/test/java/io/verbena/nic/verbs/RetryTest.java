package io.verbena.nic.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.abi.SendFlags;
import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.datapath.wire.Syndrome;
import io.verbena.nic.verbs.Connection.Options;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loss, duplication and waiting. Every connection starts at PSN 0xFFFFF0, so each case wraps. */
class RetryTest {
    private static final int BYTES = 40_000;

    private final TestWire wire = new TestWire();
    private final TestWire.Host hostA = wire.host();
    private final TestWire.Host hostB = wire.host();

    private Connection connect(Options options) {
        return Connection.of(hostA, hostB, options);
    }

    private static void assertDone(Connection c, long... wrIds) {
        List<WorkCompletion> done = c.a.poll();
        assertThat(done).extracting(WorkCompletion::status).containsOnly(WcStatus.SUCCESS);
        assertThat(done.stream().mapToLong(WorkCompletion::wrId).toArray()).containsExactly(wrIds);
    }

    @ParameterizedTest
    @EnumSource(WrOpcode.class)
    void sendsAgainWhicheverPacketWasLost(WrOpcode opcode) {
        for (int lost = 0; lost < 45; lost++) {
            TestWire lossy = new TestWire();
            Connection c =
                    Connection.of(lossy.host(), lossy.host(), Options.defaults().withRegionBytes(BYTES));
            int[] left = {lost};
            lossy.drop(packet -> left[0]-- == 0);
            c.b.receive(1, 0, BYTES);
            c.a.qp.postSend(c.a.oneSided(opcode, 9, 0, c.b, 0, BYTES).immData(3));
            lossy.run();
            assertDone(c, 9);
            assertThat(Connection.same(c.a.memory, 0, c.b.memory, 0, BYTES)).isTrue();
            boolean consumes = opcode == WrOpcode.SEND || opcode.hasImmediate();
            assertThat(c.b.poll()).hasSize(consumes ? 1 : 0);
        }
    }

    @ParameterizedTest
    @EnumSource(WrOpcode.class)
    void executesOnceWhatComesTwice(WrOpcode opcode) {
        Connection c = connect(Options.defaults());
        wire.duplicate(packet -> true);
        for (int i = 0; i < 3; i++) {
            c.b.receive(i, 0, BYTES);
        }
        for (int i = 0; i < 3; i++) {
            c.a.qp.postSend(c.a.oneSided(opcode, i, 0, c.b, 0, BYTES).immData(3));
        }
        wire.run();
        assertDone(c, 0, 1, 2);
        assertThat(Connection.same(c.a.memory, 0, c.b.memory, 0, BYTES)).isTrue();
        boolean consumes = opcode == WrOpcode.SEND || opcode.hasImmediate();
        assertThat(c.b.poll()).hasSize(consumes ? 3 : 0);
        assertThat(hostB.count(Counter.DUPLICATE_REQUESTS)).isPositive();
    }

    @Test
    void naksTheFirstGapOnce() {
        Connection c = connect(Options.defaults());
        wire.dropOnce(packet -> packet.opCode() == OpCode.RC_WRITE_FIRST);
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_WRITE, 1, 0, c.b, 0, 20 * 1024));
        wire.run();
        assertDone(c, 1);
        assertThat(wire.sent.stream().filter(p -> p.isNak(Syndrome.NAK_SEQUENCE)))
                .hasSize(1);
        assertThat(hostA.count(Counter.SEQUENCE_NAKS_RECEIVED)).isOne();
        assertThat(hostA.count(Counter.ACK_TIMEOUTS)).isZero();
    }

    @Test
    void timesOutWhenTheNakIsLostToo() {
        Connection c = connect(Options.defaults());
        wire.dropTimes(2, packet -> packet.opCode() == OpCode.RC_WRITE_FIRST || packet.isNak(Syndrome.NAK_SEQUENCE));
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_WRITE, 1, 0, c.b, 0, 20 * 1024));
        wire.run();
        assertDone(c, 1);
        assertThat(hostA.count(Counter.ACK_TIMEOUTS)).isOne();
    }

    @Test
    void acknowledgesADuplicateWhoseAckWasLost() {
        Connection c = connect(Options.defaults());
        wire.dropOnce(TestPacket::isAck);
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_WRITE, 1, 0, c.b, 0, 8));
        wire.run();
        assertDone(c, 1);
        assertThat(hostB.count(Counter.DUPLICATE_REQUESTS)).isOne();
        assertThat(hostA.count(Counter.RETRANSMIT_PACKETS)).isOne();
    }

    @Test
    void survivesALossDuringTheRetryOfALoss() {
        Connection c = connect(Options.defaults());
        int[] seen = {0};
        // The third data packet, each of the first three times that it is sent.
        wire.drop(packet -> packet.isRequest() && packet.psn() == 0xfffff2 && seen[0]++ < 3);
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_WRITE, 1, 0, c.b, 0, 30 * 1024));
        wire.run();
        assertDone(c, 1);
        assertThat(Connection.same(c.a.memory, 0, c.b.memory, 0, 30 * 1024)).isTrue();
    }

    @Test
    void failsWhenEveryRetryIsUsed() {
        Connection c = connect(Options.defaults().withRetryCnt(3).withTimeout(8));
        wire.drop(TestPacket::isRequest);
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_WRITE, 1, 0, c.b, 0, 8));
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_WRITE, 2, 0, c.b, 0, 8));
        c.a.receive(3, 0, 8);
        wire.run();
        List<WorkCompletion> done = c.a.poll();
        assertThat(done)
                .extracting(WorkCompletion::status)
                .containsExactly(WcStatus.RETRY_EXC_ERR, WcStatus.WR_FLUSH_ERR, WcStatus.WR_FLUSH_ERR);
        assertThat(done).extracting(WorkCompletion::wrId).containsExactly(1L, 2L, 3L);
        assertThat(hostA.count(Counter.ACK_TIMEOUTS)).isEqualTo(4);
        assertThat(hostA.count(Counter.RETRY_EXCEEDED)).isOne();
    }

    @Test
    void reloadsTheRetriesOnProgress() {
        Connection c = connect(Options.defaults().withRetryCnt(1).withTimeout(8));
        // Each packet is lost the first time it is sent: with one retry this ends only if progress reloads it.
        java.util.Set<Integer> lost = new java.util.HashSet<>();
        wire.drop(packet -> packet.isRequest() && lost.add(packet.psn()));
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_WRITE, 1, 0, c.b, 0, 30 * 1024));
        wire.run();
        assertDone(c, 1);
    }

    @Test
    void waitsForTheReceiverAndThenSendsAgain() {
        Connection c = connect(Options.defaults().withRnr(7, 14).withTimeout(5));
        c.a.qp.postSend(c.a.send(1, 0, 3000));
        long start = wire.nowNs;
        wire.runUntil(() -> hostB.count(Counter.RNR_NAKS_SENT) == 3);
        c.b.receive(2, 0, 4000);
        wire.run();
        assertDone(c, 1);
        assertThat(c.b.poll()).hasSize(1);
        assertThat(Connection.same(c.a.memory, 0, c.b.memory, 0, 3000)).isTrue();
        assertThat(hostA.count(Counter.RNR_NAKS_RECEIVED)).isEqualTo(3);
        // Code 14 is 1.28 ms, although the retransmission timer of 131 us is far shorter.
        assertThat(wire.nowNs - start).isGreaterThan(3 * 1_280_000L);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 6})
    void failsWhenEveryRnrRetryIsUsed(int retries) {
        Connection c = connect(Options.defaults().withRnr(retries, 1));
        c.a.qp.postSend(c.a.send(1, 0, 30));
        wire.run();
        assertThat(c.a.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.RNR_RETRY_EXC_ERR);
        assertThat(hostA.count(Counter.RNR_NAKS_RECEIVED)).isEqualTo(retries + 1);
    }

    @Test
    void doesNotNakWhatFollowsAnRnrNak() {
        Connection c = connect(Options.defaults().withRnr(7, 14));
        c.a.qp.postSend(c.a.send(1, 0, 5000), c.a.send(2, 0, 5000));
        wire.runUntil(() -> hostA.count(Counter.RNR_NAKS_RECEIVED) == 1);
        assertThat(wire.sent.stream().filter(p -> p.isNak(Syndrome.NAK_SEQUENCE)))
                .isEmpty();
        c.b.receive(1, 0, 5000);
        c.b.receive(2, 0, 5000);
        wire.run();
        assertDone(c, 1, 2);
    }

    @Test
    void asksAgainForTheReadThatALaterAckPassedOver() {
        Connection c = connect(Options.defaults());
        wire.dropOnce(packet -> packet.opCode().operation() == OpCode.Operation.READ_RESPONSE);
        c.a.qp.postSend(
                c.a.oneSided(WrOpcode.RDMA_WRITE, 1, 0, c.b, 0, 64),
                c.a.oneSided(WrOpcode.RDMA_READ, 2, 1024, c.b, 1024, 500),
                c.a.oneSided(WrOpcode.RDMA_WRITE, 3, 64, c.b, 64, 64));
        wire.run();
        assertDone(c, 1, 2, 3);
        assertThat(Connection.same(c.a.memory, 1024, c.b.memory, 1024, 500)).isTrue();
        assertThat(hostA.count(Counter.IMPLIED_NAKS)).isOne();
        assertThat(hostA.count(Counter.ACK_TIMEOUTS)).isZero();
    }

    @Test
    void goesOnWithAReadWhereItBroke() {
        Connection c = connect(Options.defaults());
        wire.dropOnce(packet -> packet.opCode() == OpCode.RC_READ_RESPONSE_MIDDLE);
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_READ, 1, 0, c.b, 0, 10 * 1024));
        wire.run();
        assertDone(c, 1);
        assertThat(Connection.same(c.a.memory, 0, c.b.memory, 0, 10 * 1024)).isTrue();
        assertThat(wire.sent.stream()
                        .filter(p -> p.opCode() == OpCode.RC_READ_REQUEST)
                        .map(TestPacket::psn))
                .containsExactly(0xfffff0, 0xfffff1);
    }

    @Test
    void fencesBehindReads() {
        Connection c = connect(Options.defaults());
        c.a.qp.postSend(
                c.a.oneSided(WrOpcode.RDMA_READ, 1, 0, c.b, 0, 2000),
                c.a.oneSided(WrOpcode.RDMA_WRITE, 2, 0, c.b, 4096, 2000)
                        .sendFlags(SendFlags.FENCE | SendFlags.SIGNALED));
        wire.run();
        assertDone(c, 1, 2);
        // What was read is what was written on.
        assertThat(Connection.same(c.b.memory, 0, c.b.memory, 4096, 2000)).isTrue();
    }

    @Test
    void keepsTheOrderOfManyOperationsUnderHeavyLoss() {
        for (int seed = 0; seed < 20; seed++) {
            TestWire lossy = new TestWire();
            Connection c =
                    Connection.of(lossy.host(), lossy.host(), Options.defaults().withTimeout(6));
            SplittableRandom random = new SplittableRandom(seed);
            lossy.drop(packet -> random.nextInt(20) == 0);
            lossy.duplicate(packet -> random.nextInt(20) == 0);
            WrOpcode[] opcodes = WrOpcode.values();
            int receives = 0;
            for (int i = 0; i < 60; i++) {
                WrOpcode opcode = opcodes[random.nextInt(opcodes.length)];
                int bytes = random.nextInt(8000);
                long at = i * 8192L;
                if (opcode == WrOpcode.SEND || opcode.hasImmediate()) {
                    c.b.receive(receives++, at, 8192);
                }
                c.a.qp.postSend(c.a.oneSided(opcode, i, at, c.b, at, bytes));
            }
            lossy.run();
            List<WorkCompletion> done = c.a.poll();
            assertThat(done).as("seed %d", seed).hasSize(60);
            for (int i = 0; i < 60; i++) {
                assertThat(done.get(i).status()).as("seed %d, %d", seed, i).isEqualTo(WcStatus.SUCCESS);
                assertThat(done.get(i).wrId()).isEqualTo(i);
            }
            List<WorkCompletion> received = c.b.poll();
            assertThat(received).hasSize(receives);
            for (int i = 0; i < receives; i++) {
                assertThat(received.get(i).wrId()).isEqualTo(i);
            }
        }
    }
}
