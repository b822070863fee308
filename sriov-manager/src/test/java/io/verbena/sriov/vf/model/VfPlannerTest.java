package io.verbena.sriov.vf.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.Resource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VfPlannerTest {
    private static final VfSpec ANYWHERE = new VfSpec(null, VfFixture.LIMITS);

    @Test
    void spreadsOverNicsAndFillsEachFromTheFront() {
        VfPlanner.Plan plan = plan(ANYWHERE, List.of(nic("nic-a", 2, 5, 7), nic("nic-b", 1, 4, 6), nic("nic-c", 1, 0)));
        assertThat(plan).isEqualTo(new VfPlanner.Plan.Placed("nic-b", "host", 0, 4));
    }

    @Test
    void aPinnedVfGoesNowhereElse() {
        VfSpec pinned = new VfSpec("nic-a", VfFixture.LIMITS);
        assertThat(plan(pinned, List.of(nic("nic-a", 9, 1), nic("nic-b", 0, 0))))
                .isInstanceOfSatisfying(
                        VfPlanner.Plan.Placed.class, p -> assertThat(p.nic()).isEqualTo("nic-a"));
        assertThat(rejections(plan(pinned, List.of(nic("nic-a", 8), nic("nic-b", 0, 0)))))
                .containsExactly("nic-a NO_FREE_FUNCTION");
        assertThat(rejections(plan(new VfSpec("nic-z", VfFixture.LIMITS), List.of(nic("nic-b", 0, 0)))))
                .containsExactly("nic-z UNKNOWN_NIC");
    }

    @Test
    void saysOfEachNicWhyItCannotTakeTheVf() {
        NicCandidate pending = candidate("nic-a", false, true, 1L << 20, 0);
        NicCandidate silent = candidate("nic-b", true, false, 1L << 20, 0);
        NicCandidate small = candidate("nic-c", true, true, 8, 0);
        NicCandidate full = candidate("nic-d", true, true, 1L << 30, 8);
        assertThat(rejections(plan(ANYWHERE, List.of(pending, silent, small, full))))
                .containsExactly(
                        "nic-a NOT_APPROVED", "nic-b NIC_SILENT", "nic-c LIMIT_ABOVE_DEVICE", "nic-d NO_FREE_FUNCTION");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void neverDiffersByMoreThanOneBetweenNicsAndUsesEachSlotOnce(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, List<Integer>> free = new HashMap<>();
        Map<String, Integer> assigned = new HashMap<>();
        int nicCount = random.nextInt(2, 6);
        int slotCount = random.nextInt(1, 17);
        IntStream.range(0, nicCount).forEach(i -> {
            free.put(
                    "nic-" + i,
                    new ArrayList<>(IntStream.range(0, slotCount).boxed().toList()));
            assigned.put("nic-" + i, 0);
        });
        for (int i = 0; i < nicCount * slotCount; i++) {
            List<NicCandidate> candidates = free.keySet().stream()
                    .map(n -> nic(n, assigned.get(n), free.get(n).toArray(Integer[]::new)))
                    .toList();
            assertThat(plan(ANYWHERE, candidates))
                    .as("seed %d", seed)
                    .isInstanceOfSatisfying(VfPlanner.Plan.Placed.class, placed -> {
                        assertThat(free.get(placed.nic()).remove((Object) placed.index()))
                                .isTrue();
                        assigned.merge(placed.nic(), 1, Integer::sum);
                    });
            int most = assigned.values().stream().max(Integer::compare).orElseThrow();
            int least = assigned.values().stream().min(Integer::compare).orElseThrow();
            assertThat(most - least).as("seed %d", seed).isLessThanOrEqualTo(1);
        }
    }

    private static List<String> rejections(VfPlanner.Plan plan) {
        return plan instanceof VfPlanner.Plan.NoCapacity(List<VfPlanner.Rejection> rejections)
                ? rejections.stream().map(r -> r.nic() + " " + r.reason()).toList()
                : List.of("placed");
    }

    private static NicCandidate nic(String name, int assigned, Integer... free) {
        return candidate(name, true, true, 1L << 30, assigned, free);
    }

    private static NicCandidate candidate(
            String name, boolean approved, boolean recent, long most, int assigned, Integer... free) {
        return new NicCandidate(
                name,
                "host",
                approved,
                false,
                recent,
                Map.of(Resource.QP, most, Resource.REGISTERED_BYTES, 1L << 40),
                Map.of(),
                Map.of(),
                null,
                0,
                List.of(free),
                assigned);
    }

    private static VfPlanner.Plan plan(VfSpec spec, List<NicCandidate> candidates) {
        return VfPlanner.plan(new VfPlanner.Wish(spec, Set.of()), candidates);
    }
}
