package io.verbena.nic.datapath.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimerWheelTest {
    private static final long SLOT_NS = 65_536;

    private final TimerWheel wheel = new TimerWheel();

    private List<Integer> fired(long nowNs) {
        List<Integer> fired = new ArrayList<>();
        for (int id = wheel.poll(nowNs); id >= 0; id = wheel.poll(nowNs)) {
            fired.add(id);
        }
        return fired;
    }

    @Test
    void firesNeverEarlyAndAtMostASlotLate() {
        wheel.arm(3, 1_000_000, 0);
        assertThat(fired(999_999)).isEmpty();
        assertThat(wheel.nextDeadlineNs()).isBetween(1_000_000L, 1_000_000 + SLOT_NS);
        assertThat(fired(wheel.nextDeadlineNs())).containsExactly(3);
        assertThat(wheel.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void firesInTheOrderOfArmingWithinASlot() {
        for (int id : new int[] {9, 2, 7, 4}) {
            wheel.arm(id, 100_000 - id, 0);
        }
        assertThat(fired(1_000_000)).containsExactly(9, 2, 7, 4);
    }

    @Test
    void followsADeadlineThatMoves() {
        wheel.arm(1, 1_000_000, 0);
        wheel.arm(1, 5_000_000, 0);
        assertThat(fired(4_999_999)).isEmpty();
        wheel.arm(1, 5_050_000, 4_999_999);
        assertThat(fired(10_000_000)).containsExactly(1);
        wheel.arm(1, 500_000_000, 10_000_000);
        wheel.arm(1, 11_000_000, 10_000_000);
        assertThat(fired(11_100_000)).containsExactly(1);
        assertThat(fired(600_000_000)).isEmpty();
    }

    @Test
    void firesNothingThatWasCancelled() {
        wheel.arm(1, 1_000_000, 0);
        wheel.cancel(1);
        assertThat(fired(2_000_000)).isEmpty();
        assertThat(wheel.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void waitsLongerThanTheWheelTurns() {
        long day = 86_400_000_000_000L;
        wheel.arm(1, day, 0);
        long now = 0;
        for (int wakes = 0; now < day; wakes++) {
            assertThat(wakes).isLessThan(400_000);
            now = wheel.nextDeadlineNs();
            if (now < day) {
                assertThat(fired(now)).isEmpty();
            }
        }
        assertThat(fired(now)).containsExactly(1);
    }

    @Test
    void takesANegativeClock() {
        wheel.arm(1, -5_000_000, -9_000_000);
        assertThat(fired(-5_000_001)).isEmpty();
        assertThat(fired(-5_000_000 + SLOT_NS)).containsExactly(1);
    }

    @Test
    void agreesWithAListOfDeadlines() {
        SplittableRandom random = new SplittableRandom(1);
        Map<Integer, Long> model = new HashMap<>();
        long now = 0;
        for (int i = 0; i < 50_000; i++) {
            int id = random.nextInt(100);
            switch (random.nextInt(4)) {
                case 0 -> {
                    wheel.cancel(id);
                    model.remove(id);
                }
                case 1, 2 -> {
                    long deadline = now + random.nextLong(random.nextBoolean() ? 1_000_000 : 600_000_000);
                    wheel.arm(id, deadline, now);
                    model.put(id, deadline);
                }
                default -> {
                    now += random.nextLong(3_000_000);
                    for (int due : fired(now)) {
                        assertThat(model.remove(due)).isNotNull().isLessThanOrEqualTo(now);
                    }
                    long late = now - SLOT_NS;
                    assertThat(model.values()).allMatch(deadline -> deadline > late);
                }
            }
        }
    }
}
