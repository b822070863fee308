package io.verbena.nic.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.NicEvent;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.datapath.wire.Syndrome;
import io.verbena.nic.verbs.Connection.Options;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ErrorTest {
    private final TestWire wire = new TestWire();
    private final TestWire.Host hostA = wire.host();
    private final TestWire.Host hostB = wire.host();
    private Connection c;

    @BeforeEach
    void connect() {
        c = Connection.of(hostA, hostB, Options.defaults());
    }

    private void assertFails(SendWr wr, WcStatus status) {
        c.a.qp.postSend(wr);
        wire.run();
        assertThat(c.a.poll()).extracting(WorkCompletion::status).containsExactly(status);
        assertThat(c.a.qp.query().state()).isEqualTo(QpState.ERR);
    }

    @Test
    void refusesAnUnknownRkey() {
        SendWr wr = c.a.send(1, 0, 8).opcode(WrOpcode.RDMA_WRITE).remote(c.b.mr.addr(), c.b.mr.rkey() ^ 0x100);
        assertFails(wr, WcStatus.REM_ACCESS_ERR);
        assertThat(c.b.qp.query().state()).isEqualTo(QpState.ERR);
    }

    @Test
    void refusesAStaleRkeyAndOneOfAnotherGeneration() {
        int stale = c.b.mr.rkey();
        c.b.mr.close();
        MemoryRegion again = c.b.pd.regMr(c.b.memory, Access.LOCAL_WRITE, Access.REMOTE_WRITE);
        assertThat(again.rkey()).isNotEqualTo(stale);
        assertFails(c.a.send(1, 0, 8).opcode(WrOpcode.RDMA_WRITE).remote(again.addr(), stale), WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void refusesOneByteBehindTheRegion() {
        assertFails(
                c.a.oneSided(WrOpcode.RDMA_WRITE, 1, 0, c.b, c.b.memory.byteSize() - 7, 8), WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void refusesOneByteBeforeTheRegion() {
        assertFails(c.a.oneSided(WrOpcode.RDMA_READ, 1, 0, c.b, -1, 8), WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void refusesAnAddressWhoseEndWraps() {
        SendWr wr = c.a.send(1, 0, 8).opcode(WrOpcode.RDMA_WRITE).remote(-4, c.b.mr.rkey());
        assertFails(wr, WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void needsNoKeyForNothing() {
        for (WrOpcode opcode : List.of(WrOpcode.RDMA_WRITE, WrOpcode.RDMA_READ)) {
            c.a.qp.postSend(new SendWr().opcode(opcode).signaled().remote(12345, 678));
        }
        wire.run();
        assertThat(c.a.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.SUCCESS, WcStatus.SUCCESS);
    }

    @Test
    void refusesARightThatTheRegionDoesNotGive() {
        MemoryRegion readable = c.b.pd.regMr(c.b.memory, Access.REMOTE_READ);
        assertFails(
                c.a.send(1, 0, 8).opcode(WrOpcode.RDMA_WRITE).remote(readable.addr(), readable.rkey()),
                WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void refusesTheRegionOfAnotherProtectionDomain() {
        MemoryRegion other = c.b.context.allocPd().regMr(c.b.memory, Access.LOCAL_WRITE, Access.REMOTE_WRITE);
        assertFails(
                c.a.send(1, 0, 8).opcode(WrOpcode.RDMA_WRITE).remote(other.addr(), other.rkey()),
                WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void refusesAnOperationThatTheQueuePairDoesNotAllow() {
        TestWire second = new TestWire();
        TestWire.Host x = second.host();
        TestWire.Host y = second.host();
        Connection.End a = new Connection.End(x, x.addFunction("127.77.0.1"), 4096);
        Connection.End b = new Connection.End(y, y.addFunction("127.77.0.2"), 4096);
        a.toInit();
        b.toInit(Access.REMOTE_READ);
        a.connect(b, Options.defaults());
        b.connect(a, Options.defaults());
        a.qp.postSend(a.oneSided(WrOpcode.RDMA_READ, 1, 0, b, 0, 8));
        a.qp.postSend(a.oneSided(WrOpcode.RDMA_WRITE, 2, 0, b, 0, 8));
        second.run();
        assertThat(a.poll())
                .extracting(WorkCompletion::status)
                .containsExactly(WcStatus.SUCCESS, WcStatus.REM_INV_REQ_ERR);
    }

    @Test
    void failsASendThatIsLargerThanItsReceive() {
        c.b.receive(7, 0, 2000);
        assertFails(c.a.send(1, 0, 2001), WcStatus.REM_INV_REQ_ERR);
        assertThat(c.b.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.LOC_LEN_ERR);
    }

    @Test
    void failsAReceiveWithABadKey() {
        c.b.qp.postRecv(new RecvWr().wrId(7).sge(c.b.mr.addr(), 100, c.b.mr.lkey() ^ 0x100));
        assertFails(c.a.send(1, 0, 100), WcStatus.REM_OP_ERR);
        assertThat(c.b.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.LOC_PROT_ERR);
    }

    @Test
    void failsALocalKeyAfterWhatWasSentBefore() {
        SendWr bad = new SendWr()
                .wrId(2)
                .opcode(WrOpcode.RDMA_WRITE)
                .sge(c.a.mr.addr(), 8, 0)
                .remote(c.b.mr.addr(), c.b.mr.rkey());
        c.a.qp.postSend(
                c.a.oneSided(WrOpcode.RDMA_WRITE, 1, 0, c.b, 0, 9000),
                bad,
                c.a.oneSided(WrOpcode.RDMA_WRITE, 3, 0, c.b, 0, 8));
        wire.run();
        List<WorkCompletion> done = c.a.poll();
        assertThat(done)
                .extracting(WorkCompletion::status)
                .containsExactly(WcStatus.SUCCESS, WcStatus.LOC_PROT_ERR, WcStatus.WR_FLUSH_ERR);
        assertThat(done).extracting(WorkCompletion::wrId).containsExactly(1L, 2L, 3L);
    }

    @Test
    void sendsAgainWhatWasLostBeforeALocalError() {
        wire.dropOnce(TestPacket::isRequest);
        SendWr bad = new SendWr().wrId(2).sge(c.a.mr.addr(), 8, 0);
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_WRITE, 1, 0, c.b, 0, 9000), bad);
        wire.run();
        assertThat(c.a.poll())
                .extracting(WorkCompletion::status)
                .containsExactly(WcStatus.SUCCESS, WcStatus.LOC_PROT_ERR);
    }

    @Test
    void flushesInOrderWhenMovedToErr() {
        wire.drop(packet -> true);
        for (int i = 0; i < 5; i++) {
            c.a.receive(100 + i, 0, 8);
            c.a.qp.postSend(new SendWr().wrId(i).opcode(WrOpcode.RDMA_WRITE).sge(c.a.mr.addr(), 8, c.a.mr.lkey()));
        }
        wire.runUntil(() -> hostA.count(Counter.TRANSMIT_PACKETS) > 0);
        c.a.qp.modifyToErr();
        List<WorkCompletion> done = c.a.poll();
        assertThat(done).extracting(WorkCompletion::status).containsOnly(WcStatus.WR_FLUSH_ERR);
        assertThat(done.stream().mapToLong(WorkCompletion::wrId).toArray())
                .containsExactly(LongStream.concat(LongStream.range(0, 5), LongStream.range(100, 105))
                        .toArray());
    }

    @Test
    void flushesWhatIsPostedInErr() {
        c.a.qp.modifyToErr();
        c.a.qp.postSend(c.a.send(1, 0, 8));
        c.a.receive(2, 0, 8);
        wire.run();
        assertThat(c.a.poll()).extracting(WorkCompletion::wrId).containsExactly(1L, 2L);
    }

    @Test
    void worksAgainAfterAReset() {
        c.a.qp.postSend(c.a.send(1, 0, 8));
        c.a.qp.modifyToErr();
        c.b.qp.modifyToErr();
        wire.run();
        for (Connection.End end : List.of(c.a, c.b)) {
            end.qp.modifyToReset();
            end.toInit(Access.REMOTE_WRITE, Access.REMOTE_READ);
            end.poll();
        }
        c.a.connect(c.b, Options.defaults());
        c.b.connect(c.a, Options.defaults());
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_WRITE, 9, 0, c.b, 0, 5000));
        wire.run();
        assertThat(c.a.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.SUCCESS);
        assertThat(Connection.same(c.a.memory, 0, c.b.memory, 0, 5000)).isTrue();
    }

    @Test
    void completesOnlySignaledRequests() {
        for (int i = 0; i < 10; i++) {
            SendWr wr = c.a.oneSided(WrOpcode.RDMA_WRITE, i, 0, c.b, 0, 8);
            c.a.qp.postSend(i == 9 ? wr : wr.sendFlags(0));
        }
        wire.run();
        assertThat(c.a.poll()).extracting(WorkCompletion::wrId).containsExactly(9L);
    }

    @Test
    void endsAnOverrunCompletionQueueAndItsQueuePair() {
        CompletionQueue small = c.a.context.createCq(4);
        QueuePair qp = c.a.pd.createQp(new QpInitAttr(small, small, c.a.qp.capabilities(), true));
        for (int i = 0; i < 5; i++) {
            qp.postRecv(new RecvWr().wrId(i));
        }
        qp.modifyToErr();
        assertThat(hostA.count(Counter.CQ_OVERRUNS)).isOne();
        assertThat(hostA.events()).extracting(NicEvent::type).contains(NicEvent.Type.CQ_OVERRUN);
        assertThat(small.poll(new WorkCompletion[8])).isEqualTo(4);
    }

    @Test
    void naksMoreReadsThanWereAgreed() {
        Connection.End strict = new Connection.End(hostB, hostB.addFunction("127.77.0.3"), 8192);
        Connection.End eager = new Connection.End(hostA, hostA.addFunction("127.77.0.4"), 8192);
        for (Connection.End end : List.of(strict, eager)) {
            end.toInit(Access.REMOTE_READ);
        }
        strict.connect(eager, Options.defaults().withRdAtomic(0));
        eager.connect(strict, Options.defaults());
        eager.qp.postSend(eager.oneSided(WrOpcode.RDMA_READ, 1, 0, strict, 0, 8));
        wire.run();
        assertThat(eager.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.REM_INV_REQ_ERR);
        assertThat(wire.sent.stream().filter(p -> p.isNak(Syndrome.NAK_INVALID_REQUEST)))
                .hasSize(1);
    }
}
