package io.verbena.nic.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.nic.datapath.NicConfig;
import io.verbena.nic.datapath.abi.SendFlags;
import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.NicLimits;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.NicEvent;
import io.verbena.nic.datapath.qp.AddressHandle;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpCapabilities;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.verbs.Connection.Options;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class VerbsTest {
    private static final QpCapabilities SMALL = new QpCapabilities(4, 4, 1, 1, 0);

    private final TestWire wire = new TestWire();
    private final TestWire.Host host = wire.host();

    private static void assertRefused(
            ThrowingCallable verb, ResourceKind resource, String scope, long limit, long used) {
        assertThatThrownBy(verb).isInstanceOfSatisfying(VerbsException.class, e -> {
            assertThat(e.errno()).isEqualTo("ENOMEM");
            assertThat(e.resource()).isEqualTo(resource);
            assertThat(e.scope()).isEqualTo(scope);
            assertThat(e.limit()).isEqualTo(limit);
            assertThat(e.used()).isEqualTo(used);
        });
    }

    @Test
    void refusesEachResourceAtItsLimitAndAdmitsItAgainAfterARelease() {
        Context context = Context.open(host, host.addFunction("127.77.0.1", new FunctionLimits(1, 2, 2, 3, 4096)));
        ProtectionDomain pd = context.allocPd();
        context.allocPd();
        ProtectionDomain third = context.allocPd();
        assertRefused(context::allocPd, ResourceKind.PD, "function", 3, 3);
        third.close();
        context.allocPd();

        CompletionQueue cq = context.createCq(8);
        context.createCq(8);
        assertRefused(() -> context.createCq(8), ResourceKind.CQ, "function", 2, 2);

        QueuePair qp = pd.createQp(new QpInitAttr(cq, cq, SMALL, false));
        assertRefused(() -> pd.createQp(new QpInitAttr(cq, cq, SMALL, false)), ResourceKind.QP, "function", 1, 1);
        qp.close();
        pd.createQp(new QpInitAttr(cq, cq, SMALL, false));

        MemorySegment memory = context.memory().allocate(4096);
        MemoryRegion region = pd.regMr(memory.asSlice(0, 4000));
        assertRefused(() -> pd.regMr(memory.asSlice(0, 97)), ResourceKind.REGISTERED_BYTES, "function", 4096, 4000);
        pd.regMr(memory.asSlice(0, 96));
        assertRefused(() -> pd.regMr(memory.asSlice(0, 1)), ResourceKind.MR, "function", 2, 2);
        region.close();
        pd.regMr(memory.asSlice(0, 1));

        assertThat(host.count(Counter.LIMIT_REFUSALS)).isEqualTo(5);
        assertThat(host.events().stream().filter(e -> e.type() == NicEvent.Type.LIMIT_REFUSED))
                .hasSize(5)
                .allMatch(e -> e.detail().get("scope").equals("function"));
    }

    @Test
    void refusesWhatAllFunctionsTogetherHaveUsedUp() {
        FunctionLimits device = new FunctionLimits(8, 8, 8, 3, 1 << 20);
        TestWire.Host small = wire.host(new NicConfig(
                "nic-s", new UUID(0, 0), 1, 4, 1024, 65_536, 16, new NicLimits(device, device, 64, 4, 64, 64, 4, 4)));
        Context first = Context.open(small, small.addFunction("127.77.0.1"));
        Context second = Context.open(small, small.addFunction("127.77.0.2"));
        first.allocPd();
        first.allocPd();
        second.allocPd();
        assertRefused(second::allocPd, ResourceKind.PD, "device", 3, 3);
        first.close();
        second.allocPd();
    }

    @Test
    void refusesMemoryThatItCouldNotKeep() {
        Context context = Context.open(host, host.addFunction("127.77.0.1"));
        ProtectionDomain pd = context.allocPd();
        assertThatThrownBy(() -> pd.regMr(MemorySegment.ofArray(new byte[8]))).hasMessageContaining("EINVAL");
        assertThatThrownBy(() -> pd.regMr(context.memory().allocate(8).asReadOnly(), Access.LOCAL_WRITE))
                .hasMessageContaining("read-only");
        assertThatThrownBy(() -> pd.regMr(context.memory().allocate(8), Access.REMOTE_WRITE))
                .hasMessageContaining("local write");
        Arena arena = Arena.ofShared();
        MemorySegment closed = arena.allocate(8);
        arena.close();
        assertThatThrownBy(() -> pd.regMr(closed)).hasMessageContaining("closed");
    }

    @Test
    void answersNothingAnyMoreInErr() {
        Connection c = Connection.of(host, wire.host(), Options.defaults());
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_READ, 1, 0, c.b, 0, 1 << 20));
        wire.runUntil(() -> wire.sent.size() > 100);
        c.b.qp.modifyToErr();
        int before = wire.sent.size();
        wire.runUntil(() -> !c.a.qp.query().state().receives());
        assertThat(wire.sent.subList(before, wire.sent.size())).noneMatch(p -> !p.isRequest());
        assertThat(c.a.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.RETRY_EXC_ERR);
    }

    @Test
    void givesBackAllOfAClosedContext() {
        UUID function = host.addFunction("127.77.0.1", new FunctionLimits(1, 1, 1, 1, 64));
        for (int i = 0; i < 3; i++) {
            try (Context context = Context.open(host, function)) {
                ProtectionDomain pd = context.allocPd();
                CompletionQueue cq = context.createCq(4);
                pd.createQp(new QpInitAttr(cq, cq, SMALL, false));
                pd.regMr(context.memory().allocate(64));
                assertThatThrownBy(pd::close).hasMessageContaining("EBUSY");
                assertThatThrownBy(cq::close).hasMessageContaining("EBUSY");
            }
        }
        assertThat(host.read().functions().get(0).status().used().values()).containsOnly(0L);
    }

    @Test
    void refusesAMoveWithAMissingOrAnExtraAttribute() {
        Connection.End end = new Connection.End(host, host.addFunction("127.77.0.1"), 64);
        QueuePair qp = end.qp;
        assertThatThrownBy(() -> qp.modify(QpAttributes.rts(0, 1, 7, 7, 14))).hasMessageContaining("EINVAL");
        assertThatThrownBy(() -> qp.modify(QpAttributes.init(1, 1, 0))).hasMessageContaining("pkeyIndex");
        qp.modifyToInit();
        AddressHandle path = new AddressHandle(end.context.gid(), 0);
        assertThatThrownBy(() -> qp.modify(new QpAttributes(
                        QpState.RTR, null, null, null, path, 1024, 1, 0, 1, null, null, null, null, null, null)))
                .hasMessageContaining("MIN_RNR_TIMER");
        assertThatThrownBy(() -> qp.modify(new QpAttributes(
                        QpState.RTR, null, null, null, path, 1024, 1, 0, 1, 1, 5, null, null, null, null)))
                .hasMessageContaining("SQ_PSN");
        assertThatThrownBy(() -> qp.modify(QpAttributes.rtr(path, 8192, 1, 0, 1, 1)))
                .hasMessageContaining("pathMtu");
        assertThatThrownBy(() -> qp.modify(QpAttributes.rtr(path, 1000, 1, 0, 1, 1)))
                .hasMessageContaining("pathMtu");
        qp.modifyToRtr(QpAttributes.rtr(path, 1024, 1, 0, 1, 1));
        assertThatThrownBy(() -> qp.modify(QpAttributes.rts(0, 1, 8, 7, 14))).hasMessageContaining("retryCnt");
        assertThatThrownBy(() -> qp.modify(QpAttributes.rts(0, 1, 7, 8, 14))).hasMessageContaining("rnrRetry");
        qp.modifyToRts(QpAttributes.rts(0, 1, 7, 7, 14));
        assertThat(qp.query().state()).isEqualTo(QpState.RTS);
    }

    @Test
    void connectsAQueuePairToItself() {
        Connection.End end = new Connection.End(host, host.addFunction("127.77.0.1"), 8192);
        end.toInit(Access.REMOTE_READ, Access.REMOTE_WRITE);
        end.connect(end, Options.defaults());
        end.fill(3);
        end.receive(1, 4096, 3000);
        end.qp.postSend(end.send(2, 0, 3000));
        wire.run();
        assertThat(end.poll()).extracting(WorkCompletion::wrId).containsExactlyInAnyOrder(1L, 2L);
        assertThat(Connection.same(end.memory, 0, end.memory, 4096, 3000)).isTrue();
    }

    @Test
    void connectsTwoFunctionsOfOneNic() {
        Connection c = Connection.between(
                host, host.addFunction("127.77.0.1"), host, host.addFunction("127.77.0.2"), Options.defaults());
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_READ, 1, 0, c.b, 0, 100_000));
        wire.run();
        assertThat(c.a.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.SUCCESS);
        assertThat(Connection.same(c.a.memory, 0, c.b.memory, 0, 100_000)).isTrue();
    }

    @Test
    void connectsOverIpv6() {
        TestWire.Host other = wire.host();
        Connection c = Connection.between(
                host, host.addFunction("fd00::1"), other, other.addFunction("fd00::2"), Options.defaults());
        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_WRITE, 1, 0, c.b, 0, 10_000));
        wire.run();
        assertThat(c.a.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.SUCCESS);
        assertThat(Connection.same(c.a.memory, 0, c.b.memory, 0, 10_000)).isTrue();
    }

    @Test
    void gathersAndScattersLists() {
        Connection c = Connection.of(host, wire.host(), Options.defaults().withMtu(512));
        int[] pieces = {1, 0, 700, 255, 257, 3, 1500, 64};
        SendWr send = new SendWr().signaled();
        RecvWr receive = new RecvWr();
        int total = 0;
        List<Byte> expected = new ArrayList<>();
        for (int i = 0; i < pieces.length; i++) {
            long at = i * 4096L;
            send.sge(c.a.mr.addr() + at, pieces[i], c.a.mr.lkey());
            for (int b = 0; b < pieces[i]; b++) {
                expected.add(c.a.memory.get(ValueLayout.JAVA_BYTE, at + b));
            }
            total += pieces[i];
        }
        receive.sge(c.b.mr.addr(), 1000, c.b.mr.lkey()).sge(c.b.mr.addr() + 1000, 5000, c.b.mr.lkey());
        c.b.qp.postRecv(receive);
        c.a.qp.postSend(send);
        wire.run();
        assertThat(c.b.poll()).hasSize(1).allMatch(wc -> wc.byteLen() == expected.size());
        for (int i = 0; i < total; i++) {
            assertThat(c.b.memory.get(ValueLayout.JAVA_BYTE, i)).isEqualTo(expected.get(i));
        }
    }

    @Test
    void sendsInlinePayloadAsItWasWhenPosted() {
        Connection c = Connection.of(host, wire.host(), Options.defaults());
        MemorySegment bytes = MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5});
        c.b.receive(1, 0, 64);
        c.a.qp.postSend(new SendWr().inline(bytes).sendFlags(SendFlags.SIGNALED | SendFlags.SOLICITED));
        bytes.fill((byte) 9);
        wire.run();
        assertThat(c.b.poll()).hasSize(1);
        assertThat(c.b.memory.asSlice(0, 5).toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 2, 3, 4, 5);
        assertThat(wire.sent.get(0).bytes()[1] & 0x80).isNotZero();
    }

    @Test
    void refusesAFullQueueAndPostsWhatCameBeforeTheRefusedOne() {
        Connection c = Connection.of(host, wire.host(), Options.defaults());
        int entries = c.a.qp.capabilities().maxSendWr();
        SendWr[] more = new SendWr[entries];
        for (int i = 0; i < entries; i++) {
            more[i] = c.a.oneSided(WrOpcode.RDMA_WRITE, i + 1, 0, c.b, 0, 8);
        }
        assertThatThrownBy(() -> c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_WRITE, 0, 0, c.b, 0, 8), more))
                .hasMessageContaining("ENOMEM");
        wire.run();
        assertThat(c.a.poll()).hasSize(entries).allMatch(wc -> wc.status() == WcStatus.SUCCESS);
    }

    @Test
    void sharesASmallReceiveBufferAmongManyQueuePairs() {
        TestWire.Host x = wire.host(1024, 32_768);
        TestWire.Host y = wire.host(1024, 32_768);
        List<Connection> connections = new ArrayList<>();
        UUID functionX = x.addFunction("127.77.1.1");
        UUID functionY = y.addFunction("127.77.1.2");
        for (int i = 0; i < 16; i++) {
            connections.add(Connection.between(x, functionX, y, functionY, Options.defaults()));
        }
        for (Connection c : connections) {
            c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_WRITE, 1, 0, c.b, 0, 200_000));
            c.b.qp.postSend(c.b.oneSided(WrOpcode.RDMA_READ, 2, 500_000, c.a, 0, 200_000));
        }
        wire.run();
        for (Connection c : connections) {
            assertThat(c.a.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.SUCCESS);
            assertThat(c.b.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.SUCCESS);
        }
        assertThat(x.count(Counter.ACK_TIMEOUTS)).isZero();
        assertThat(y.count(Counter.ACK_TIMEOUTS)).isZero();
    }
}
