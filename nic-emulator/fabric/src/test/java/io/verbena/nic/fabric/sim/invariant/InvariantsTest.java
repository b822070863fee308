package io.verbena.nic.fabric.sim.invariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.FunctionState;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.datapath.wire.Syndrome;
import io.verbena.nic.fabric.sim.LandingFixture;
import io.verbena.nic.fabric.sim.PacketFacts;
import io.verbena.nic.fabric.sim.QpId;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Each rule lets the right story pass and catches the wrong one. */
class InvariantsTest {
    private static final QpId QP = new QpId(0, 0x11);
    private static final int PSN = 0xff_fffe;
    private static final Connected CONNECTED = new Connected(PSN, PSN, 2_000, 2, false);

    private final FakeWorld world = new FakeWorld();

    @Test
    void aByteThatComesTwiceIsCaught() {
        BytesLandOnce rule = new BytesLandOnce();
        LandingFixture transfer = new LandingFixture(100);
        rule.onAnnounced(QP, false, transfer.landing());
        transfer.land(0, 60);
        delivered(rule);
        transfer.land(60, 100);
        delivered(rule);
        rule.onQuiet(world);
        transfer.land(10, 20);
        caught(rule, () -> rule.onQuiet(world), "came twice");
    }

    @Test
    void aByteThatComesAgainBeforeTheTransferEndsIsCaught() {
        BytesLandOnce rule = new BytesLandOnce();
        LandingFixture transfer = new LandingFixture(100);
        rule.onAnnounced(QP, true, transfer.landing());
        transfer.land(0, 60);
        delivered(rule);
        transfer.land(50, 100);
        caught(rule, () -> delivered(rule), "came twice");
    }

    @Test
    void aWrongByteIsCaught() {
        BytesLandOnce rule = new BytesLandOnce();
        LandingFixture transfer = new LandingFixture(100);
        rule.onAnnounced(QP, false, transfer.landing());
        transfer.land(0, 60);
        transfer.spoil(59);
        caught(rule, () -> delivered(rule), "byte 59 of 100");
    }

    @Test
    void aByteBehindTheTransferIsCaught() {
        BytesLandOnce rule = new BytesLandOnce();
        LandingFixture transfer = new LandingFixture(100);
        rule.onAnnounced(QP, false, transfer.landing());
        transfer.land(0, 100);
        transfer.spoil(100);
        caught(rule, () -> delivered(rule), "behind the 100");
    }

    @Test
    void successWithoutTheBytesIsCaught() {
        SuccessMeansLanded rule = new SuccessMeansLanded();
        LandingFixture transfer = new LandingFixture(100);
        Completed success = new Completed(false, 7, WcStatus.SUCCESS, transfer.landing());
        rule.onCompletion(QP, new Completed(false, 6, WcStatus.WR_FLUSH_ERR, transfer.landing()));
        caught(rule, () -> rule.onCompletion(QP, success), "completed 7 with 0 bytes");
        transfer.land(0, 100);
        transfer.landing().advance();
        rule.onCompletion(QP, success);
    }

    @Test
    void completionsOutOfPostOrderAreCaught() {
        CompletesInPostOrder rule = new CompletesInPostOrder();
        post(rule, true, true, false, true);
        rule.onCompletion(QP, success(0));
        rule.onCompletion(QP, success(1));
        rule.onCompletion(QP, success(3));
        CompletesInPostOrder other = new CompletesInPostOrder();
        post(other, true, true);
        caught(other, () -> other.onCompletion(QP, success(1)), "1 before 0");
    }

    @Test
    void aFlushedRequestMayNotBePassedOver() {
        CompletesInPostOrder rule = new CompletesInPostOrder();
        post(rule, false, true);
        Completed flushed = new Completed(false, 1, WcStatus.WR_FLUSH_ERR, null);
        caught(rule, () -> rule.onCompletion(QP, flushed), "1 before 0");
    }

    @Test
    void aSecondCompletionIsCaught() {
        CompletesExactlyOnce rule = new CompletesExactlyOnce();
        post(rule, true);
        rule.onCompletion(QP, success(0));
        rule.onQuiet(world);
        caught(rule, () -> rule.onCompletion(QP, success(0)), "completed again");
    }

    @Test
    void aMissingCompletionIsCaught() {
        CompletesExactlyOnce rule = new CompletesExactlyOnce();
        post(rule, true, false);
        caught(rule, () -> rule.onQuiet(world), "never completed");
    }

    @Test
    void tooManyBytesInFlightAreCaught() {
        OutstandingWithinWindow rule = new OutstandingWithinWindow();
        rule.onConnected(QP, CONNECTED);
        rule.onSent(QP, send(PSN, 1_000));
        rule.onSent(QP, send(PSN + 1, 1_000));
        rule.onSent(QP, send(PSN + 1, 1_000));
        caught(rule, () -> rule.onSent(QP, send(PSN + 2, 1)), "2001 bytes outstanding of 2000");
        OutstandingWithinWindow acknowledged = new OutstandingWithinWindow();
        acknowledged.onConnected(QP, CONNECTED);
        acknowledged.onSent(QP, send(PSN, 1_000));
        acknowledged.onSent(QP, send(PSN + 1, 1_000));
        acknowledged.onDelivered(QP, ack(PSN, Syndrome.ack(31)));
        acknowledged.onSent(QP, send(PSN + 2, 1_000));
        acknowledged.onDelivered(QP, ack(PSN + 2, Syndrome.NAK_SEQUENCE));
        caught(acknowledged, () -> acknowledged.onSent(QP, send(PSN + 3, 1_001)), "2001 bytes");
    }

    @Test
    void tooManyReadsInFlightAreCaught() {
        OutstandingWithinWindow rule = new OutstandingWithinWindow();
        rule.onConnected(QP, CONNECTED);
        rule.onSent(QP, read(PSN, 3));
        rule.onSent(QP, read(PSN + 3, 3));
        caught(rule, () -> rule.onSent(QP, read(PSN + 6, 1)), "3 READs outstanding of 2");
    }

    @Test
    void moreThanHalfThePsnCircleInFlightIsCaught() {
        OutstandingWithinWindow rule = new OutstandingWithinWindow();
        rule.onConnected(QP, CONNECTED);
        rule.onSent(QP, read(PSN, 1 << 22));
        caught(rule, () -> rule.onSent(QP, read(PSN + (1 << 22), 1 << 22)), "half the PSN circle");
    }

    @Test
    void aChangeOfForbiddenMemoryIsCaught() {
        StaysInRegisteredMemory rule = new StaysInRegisteredMemory();
        byte[] ground = new byte[8];
        world.forbidden = Map.of("the ground", MemorySegment.ofArray(ground));
        rule.onEvent(world);
        rule.onEvent(world);
        ground[5] = 1;
        caught(rule, () -> rule.onEvent(world), "byte 5 of the ground");
    }

    @Test
    void aFunctionBeyondItsLimitIsCaught() {
        FunctionsStayWithinLimits rule = new FunctionsStayWithinLimits();
        world.functions = List.of(function(2));
        rule.onEvent(world);
        world.functions = List.of(function(3));
        caught(rule, () -> rule.onEvent(world), "vf-1 holds 3 QP of 2");
    }

    @Test
    void aGapInWhatARequesterSendsIsCaught() {
        RequestsFollowEachOther rule = new RequestsFollowEachOther();
        rule.onConnected(QP, CONNECTED);
        rule.onSent(QP, send(PSN, 1));
        rule.onSent(QP, read(PSN + 1, 4));
        rule.onSent(QP, send(PSN, 1));
        rule.onSent(QP, send(PSN + 5, 1));
        caught(rule, () -> rule.onSent(QP, send(PSN + 7, 1)), "sent PSN 5 after 3");
    }

    @Test
    void anAcknowledgementOfWhatHasNotComeIsCaught() {
        AcknowledgesOnlyWhatCame rule = new AcknowledgesOnlyWhatCame();
        rule.onConnected(QP, CONNECTED);
        rule.onDelivered(QP, send(PSN, 1));
        rule.onDelivered(QP, send(PSN + 2, 1));
        rule.onSent(QP, ack(PSN, Syndrome.ack(31)));
        rule.onSent(QP, ack(PSN + 1, Syndrome.NAK_SEQUENCE));
        caught(rule, () -> rule.onSent(QP, ack(PSN + 1, Syndrome.ack(31))), "up to PSN 16777215");
    }

    @Test
    void aGapAskedForTwiceIsCaught() {
        NaksAGapOnce rule = new NaksAGapOnce();
        PacketFacts nak = ack(PSN, Syndrome.NAK_SEQUENCE);
        rule.onSent(QP, nak);
        rule.onDelivered(QP, send(PSN + 1, 1));
        caught(rule, () -> rule.onSent(QP, nak), "asked again for PSN " + PSN);
        NaksAGapOnce other = new NaksAGapOnce();
        other.onSent(QP, nak);
        other.onDelivered(QP, send(PSN, 1));
        other.onSent(QP, nak);
    }

    @Test
    void aQueuePairThatNeitherDrainsNorFailsIsCaught() {
        DrainsOrFails rule = new DrainsOrFails();
        post(rule, true);
        world.queuePairs = Map.of(QP, QpState.ERR);
        rule.onQuiet(world);
        world.queuePairs = Map.of(QP, QpState.RTS);
        caught(rule, () -> rule.onQuiet(world), "RTS with 1 requests left");
        rule.onCompletion(QP, success(0));
        rule.onQuiet(world);
    }

    @Test
    void anErrorNobodyAskedForIsCaught() {
        FailsOnlyWhenItMust rule = new FailsOnlyWhenItMust();
        rule.onConnected(QP, CONNECTED);
        rule.onConnected(new QpId(0, 0x12), new Connected(0, 0, 1, 1, true));
        Completed error = new Completed(false, 3, WcStatus.REM_ACCESS_ERR, null);
        rule.onCompletion(new QpId(0, 0x12), error);
        caught(rule, () -> rule.onCompletion(QP, error), "completed 3 with REM_ACCESS_ERR");
    }

    @Test
    void eachCounterThatIsOffIsCaught() {
        CountersAddUp rule = new CountersAddUp();
        world.traffic = List.of(new Traffic("nic0", 1, 1, 2, 2, 2, 1, 3, 4, 4, 5, 5));
        rule.onQuiet(world);
        List<Traffic> wrong = List.of(
                new Traffic("nic0", 0, 1, 2, 2, 2, 1, 3, 4, 4, 5, 5),
                new Traffic("nic0", 1, 1, 3, 2, 2, 1, 3, 4, 4, 5, 5),
                new Traffic("nic0", 1, 1, 2, 2, 2, 0, 3, 4, 4, 5, 5),
                new Traffic("nic0", 1, 1, 2, 2, 2, 1, 3, 4, 5, 5, 5),
                new Traffic("nic0", 1, 1, 2, 2, 2, 1, 3, 4, 4, 5, 6));
        for (Traffic traffic : wrong) {
            world.traffic = List.of(traffic);
            caught(rule, () -> rule.onQuiet(world), "nic0 counted");
        }
    }

    @Test
    void everyRuleIsInTheList() {
        assertThat(Invariants.all()).hasSize(13).doesNotHaveDuplicates();
    }

    private static void caught(Invariant rule, ThrowingCallable story, String how) {
        assertThatThrownBy(story)
                .isInstanceOf(InvariantViolation.class)
                .hasMessageStartingWith(rule.getClass().getSimpleName() + ": ")
                .hasMessageContaining(how);
    }

    private void delivered(Invariant rule) {
        rule.onDelivered(QP, send(PSN, 1));
        rule.onEvent(world);
    }

    private static void post(Invariant rule, boolean... signaled) {
        assertThatCode(() -> {
                    for (int i = 0; i < signaled.length; i++) {
                        rule.onPosted(QP, new Posted(false, i, signaled[i]));
                    }
                })
                .doesNotThrowAnyException();
    }

    private static Completed success(long wrId) {
        return new Completed(false, wrId, WcStatus.SUCCESS, null);
    }

    private static PacketFacts send(int psn, int payloadBytes) {
        return new PacketFacts(OpCode.RC_SEND_MIDDLE, 0x12, psn & 0xff_ffff, 1, payloadBytes, -1, 0);
    }

    private static PacketFacts read(int psn, int responses) {
        return new PacketFacts(OpCode.RC_READ_REQUEST, 0x12, psn & 0xff_ffff, responses, 0, -1, 0);
    }

    private static PacketFacts ack(int psn, int syndrome) {
        return new PacketFacts(OpCode.RC_ACKNOWLEDGE, 0x12, psn & 0xff_ffff, 1, 0, syndrome, 0);
    }

    private static FunctionStatus function(long queuePairs) {
        FunctionSpec spec =
                new FunctionSpec("blue", "vf-1", Gid.parse("127.0.0.1"), new FunctionLimits(2, 2, 2, 2, 100));
        return new FunctionStatus(
                0,
                1,
                FunctionState.ACTIVE,
                new UUID(1, 1),
                1,
                1,
                "digest",
                spec,
                Map.of(ResourceKind.QP, queuePairs),
                1,
                0);
    }

    private static final class FakeWorld implements Observation {
        private List<FunctionStatus> functions = List.of();
        private Map<String, MemorySegment> forbidden = Map.of();
        private Map<QpId, QpState> queuePairs = Map.of();
        private List<Traffic> traffic = List.of();

        @Override
        public List<FunctionStatus> functions() {
            return functions;
        }

        @Override
        public Map<String, MemorySegment> forbidden() {
            return forbidden;
        }

        @Override
        public Map<QpId, QpState> queuePairs() {
            return queuePairs;
        }

        @Override
        public List<Traffic> traffic() {
            return traffic;
        }
    }
}
