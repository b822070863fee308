package io.verbena.nic.fabric.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.nic.datapath.wire.Gid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LinkTest {
    private static final Gid A = Gid.parse("127.77.0.1");
    private static final Gid B = Gid.parse("127.77.1.1");
    private static final int SEGMENT_BYTES = 32;

    private final SimClock clock = new SimClock();
    private final EventScheduler events = new EventScheduler(clock);
    private final FaultTally tally = new FaultTally();
    private final List<SimTrain> came = new ArrayList<>();

    @Test
    void aCleanLinkBringsAllInOrder() {
        send(link(FaultPlan.clean(1_000)), 50, 40);
        assertThat(numbers()).isEqualTo(sequence(50 * 40)).isSorted();
        assertThat(clock.nowNs()).isGreaterThanOrEqualTo(1_000);
        assertThat(came.size()).isLessThan(50 * 40 / 2);
    }

    @Test
    void jitterDoesNotReorder() {
        send(link(new FaultPlan(0, 0, 0, 0, 1_000, 50_000)), 50, 7);
        assertThat(numbers()).isEqualTo(sequence(50 * 7));
    }

    @Test
    void lostPacketsAreThoseCounted() {
        send(link(new FaultPlan(10, 0, 0, 0, 1_000, 0)), 50, 20);
        assertThat(tally.count(Fault.LOSS)).isBetween(60L, 140L);
        assertThat(numbers()).hasSize(1_000 - (int) tally.count(Fault.LOSS)).doesNotHaveDuplicates();
    }

    @Test
    void duplicatesComeOnceMore() {
        send(link(new FaultPlan(0, 10, 0, 0, 1_000, 0)), 50, 20);
        assertThat(numbers()).hasSize(1_000 + (int) tally.count(Fault.DUPLICATION));
        assertThat(numbers().stream().distinct()).hasSize(1_000);
    }

    @Test
    void reorderedPacketsAreOvertaken() {
        send(link(new FaultPlan(0, 0, 10, 0, 1_000, 0)), 50, 20);
        assertThat(numbers()).hasSize(1_000).isNotEqualTo(sequence(1_000));
        assertThat(numbers().stream().sorted().toList()).isEqualTo(sequence(1_000));
        assertThat(tally.count(Fault.REORDERING)).isPositive();
    }

    @Test
    void aFlippedBitIsTheOnlyDifference() {
        send(link(new FaultPlan(0, 0, 0, 100, 1_000, 0)), 1, 10);
        assertThat(came.stream().filter(SimTrain::damaged)).allSatisfy(train -> {
            int ones = 0;
            byte[] original = packet(train.bytes()[3]);
            for (int i = 0; i < SEGMENT_BYTES; i++) {
                ones += i == 3 ? 0 : Integer.bitCount((train.bytes()[i] ^ original[i]) & 0xff);
            }
            assertThat(ones).isLessThanOrEqualTo(1);
        });
        assertThat(tally.count(Fault.BIT_FLIP)).isPositive();
    }

    @Test
    void aHealedLinkDoesNoHarm() {
        Link link = link(new FaultPlan(50, 50, 50, 50, 1_000, 0));
        link.heal();
        send(link, 10, 10);
        assertThat(numbers()).isEqualTo(sequence(100));
    }

    @Test
    void eventsOfOneTimeRunInTheOrderTheyCame() {
        List<Integer> ran = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            events.at(5, () -> ran.add(number));
        }
        events.at(4, () -> ran.add(-1));
        while (events.runNext()) {}
        assertThat(ran).containsExactly(-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(clock.nowNs()).isEqualTo(5);
        assertThatIllegalArgumentException().isThrownBy(() -> clock.advanceTo(4));
    }

    private Link link(FaultPlan plan) {
        return new Link(clock, events, plan, new SplittableRandom(1), tally, came::add);
    }

    private void send(Link link, int trains, int packets) {
        for (int train = 0; train < trains; train++) {
            byte[] bytes = new byte[packets * SEGMENT_BYTES];
            for (int packet = 0; packet < packets; packet++) {
                System.arraycopy(packet(train * packets + packet), 0, bytes, packet * SEGMENT_BYTES, SEGMENT_BYTES);
            }
            link.send(new SimTrain(A, B, 0, bytes, SEGMENT_BYTES, false));
        }
        while (events.runNext()) {}
    }

    private static byte[] packet(int number) {
        byte[] packet = new byte[SEGMENT_BYTES];
        Arrays.fill(packet, (byte) 0x55);
        packet[0] = (byte) (number >> 24);
        packet[1] = (byte) (number >> 16);
        packet[2] = (byte) (number >> 8);
        packet[3] = (byte) number;
        return packet;
    }

    private List<Integer> numbers() {
        List<Integer> numbers = new ArrayList<>();
        for (SimTrain train : came) {
            for (int packet = 0; packet < train.count(); packet++) {
                int at = train.packetOffset(packet);
                numbers.add((train.bytes()[at + 2] & 0xff) << 8 | train.bytes()[at + 3] & 0xff);
            }
        }
        return numbers;
    }

    private static List<Integer> sequence(int count) {
        return java.util.stream.IntStream.range(0, count).boxed().toList();
    }
}
