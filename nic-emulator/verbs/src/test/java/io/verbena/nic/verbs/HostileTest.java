package io.verbena.nic.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.abi.CompletionRing;
import io.verbena.nic.datapath.abi.Cqe;
import io.verbena.nic.datapath.abi.QueueMemory;
import io.verbena.nic.datapath.abi.SendFlags;
import io.verbena.nic.datapath.abi.SendWqe;
import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.AdminResult.ContextOpened;
import io.verbena.nic.datapath.admin.AdminResult.CqCreated;
import io.verbena.nic.datapath.admin.AdminResult.PdAllocated;
import io.verbena.nic.datapath.admin.AdminResult.QpCreated;
import io.verbena.nic.datapath.admin.AdminResult.QpQueried;
import io.verbena.nic.datapath.qp.AddressHandle;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpCapabilities;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.datapath.wire.Gid;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A host that writes what it likes into its own queues ends its own queue pair, and nothing else. */
class HostileTest {
    private static final Gid PEER = Gid.parse("127.77.0.9");

    private final TestWire wire = new TestWire();
    private final TestWire.Host host = wire.host();
    private ContextOpened context;
    private QpCreated qp;
    private QueueMemory queues;
    private CompletionRing ring;

    @BeforeEach
    void create() {
        UUID function = host.addFunction("127.77.0.1");
        context = (ContextOpened) host.execute(new AdminCommand.OpenContext(function));
        int pd = ((PdAllocated) host.execute(new AdminCommand.AllocPd(context.context()))).pd();
        CqCreated cq = (CqCreated) host.execute(new AdminCommand.CreateCq(context.context(), 64));
        ring = cq.ring();
        qp = (QpCreated) host.execute(new AdminCommand.CreateQp(
                context.context(), pd, cq.cq(), cq.cq(), new QpCapabilities(16, 16, 2, 2, 32), false));
        queues = qp.queues();
        modify(QpAttributes.init(0, 1, 0));
        modify(QpAttributes.rtr(new AddressHandle(PEER, 0), 1024, 77, 0, 1, 0));
        modify(QpAttributes.rts(0, 1, 7, 7, 14));
    }

    private void modify(QpAttributes attributes) {
        assertThat(host.execute(new AdminCommand.ModifyQp(context.context(), qp.qpNum(), attributes)))
                .isInstanceOf(AdminResult.Done.class);
    }

    private QpState state() {
        QpQueried queried = (QpQueried) host.execute(new AdminCommand.QueryQp(context.context(), qp.qpNum()));
        return queried.attributes().state();
    }

    private void ring() {
        context.doorbells().ring(qp.doorbell());
        wire.runUntil(() -> state() == QpState.ERR);
    }

    private void assertFirstCompletion(WcStatus status) {
        Cqe cqe = new Cqe();
        assertThat(ring.read(0, cqe)).isTrue();
        assertThat(WcStatus.of(cqe.status)).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(ints = {17, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void endsAQueuePairWhoseProducerIsImpossible(int producer) {
        queues.publishSendProducer(producer);
        ring();
        assertThat(state()).isEqualTo(QpState.ERR);
        assertThat(host.events().toString()).contains("send_producer_impossible");
    }

    @ParameterizedTest
    @CsvSource({
        "255,0,2,LOC_QP_OP_ERR", // no such operation
        "2,3,2,LOC_QP_OP_ERR", // more SGEs than an entry has room for
        "2,255,2,LOC_QP_OP_ERR",
        "2,0,32768,LOC_QP_OP_ERR", // an unknown flag
        "4,0,10,LOC_QP_OP_ERR", // an inline READ
        "2,1,2,LOC_PROT_ERR" // a key that is none
    })
    void failsAMalformedWorkRequest(int opcode, int sges, int flags, WcStatus status) {
        SendWqe.write(queues.memory(), queues.sendOffset(0), 1, opcode, sges, flags, 0, 0, 0, 0);
        SendWqe.writeSge(queues.memory(), queues.sendOffset(0), 0, 4096, 8, 1);
        queues.publishSendProducer(1);
        ring();
        assertFirstCompletion(status);
    }

    @ParameterizedTest
    @ValueSource(ints = {33, -1, Integer.MIN_VALUE})
    void failsInlinePayloadBeyondTheEntry(int inlineBytes) {
        SendWqe.write(
                queues.memory(),
                queues.sendOffset(0),
                1,
                WrOpcode.SEND.code(),
                0,
                SendFlags.INLINE,
                0,
                0,
                0,
                inlineBytes);
        queues.publishSendProducer(1);
        ring();
        assertFirstCompletion(WcStatus.LOC_QP_OP_ERR);
    }

    @Test
    void failsAMessageOfMoreThanTwoGibibytes() {
        SendWqe.write(queues.memory(), queues.sendOffset(0), 1, WrOpcode.SEND.code(), 2, 2, 0, 0, 0, 0);
        SendWqe.writeSge(queues.memory(), queues.sendOffset(0), 0, 0, Integer.MIN_VALUE, 1);
        SendWqe.writeSge(queues.memory(), queues.sendOffset(0), 1, 0, 1, 1);
        queues.publishSendProducer(1);
        ring();
        assertFirstCompletion(WcStatus.LOC_LEN_ERR);
    }

    @Test
    void failsAWorkRequestThatWasChangedBeforeItsRetransmission() {
        SendWqe.write(queues.memory(), queues.sendOffset(0), 1, WrOpcode.SEND.code(), 0, SendFlags.INLINE, 0, 0, 0, 4);
        queues.publishSendProducer(1);
        context.doorbells().ring(qp.doorbell());
        wire.runUntil(() -> !wire.sent.isEmpty());
        SendWqe.write(queues.memory(), queues.sendOffset(0), 1, WrOpcode.SEND.code(), 0, SendFlags.INLINE, 0, 0, 0, 8);
        wire.runUntil(() -> state() == QpState.ERR);
        assertFirstCompletion(WcStatus.LOC_QP_OP_ERR);
    }

    @Test
    void survivesAnyQueueContentAndAnyDoorbell() {
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 300; round++) {
            for (long i = 0; i < queues.memory().byteSize(); i += 4) {
                int value = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(20);
                queues.memory().set(ValueLayout.JAVA_INT, i, value);
            }
            ring.publishConsumer(random.nextInt());
            context.doorbells().ring(random.nextInt(65_536));
            context.doorbells().ring(qp.doorbell());
            wire.runUntil(() -> state() == QpState.ERR || wire.sent.size() > 40);
            modify(QpAttributes.to(QpState.RESET));
            modify(QpAttributes.init(0, 1, 7));
            modify(QpAttributes.rtr(new AddressHandle(PEER, 0), 1024, 77, 0, 1, 0));
            modify(QpAttributes.rts(0, 1, 7, 7, 1));
            wire.sent.clear();
        }
    }
}
