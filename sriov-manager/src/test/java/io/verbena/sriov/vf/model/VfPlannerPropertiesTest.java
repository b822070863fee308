package io.verbena.sriov.vf.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.Resource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for whatever NICs there are and whatever is asked for, until nothing fits any more. */
class VfPlannerPropertiesTest {
    private static final int SEEDS = Integer.getInteger("verbena.planner.seeds", 200);

    static IntStream seeds() {
        return IntStream.range(0, SEEDS);
    }

    /** A NIC that remembers what was put on it. */
    private static final class Fleet {
        private final Random random;
        private final Map<String, NicCandidate> nics = new HashMap<>();
        private final Map<String, Set<String>> groupsOfHost = new HashMap<>();

        Fleet(long seed) {
            random = new Random(seed);
            int count = 1 + random.nextInt(6);
            for (int i = 0; i < count; i++) {
                List<Integer> free =
                        IntStream.range(0, random.nextInt(9)).boxed().collect(Collectors.toList());
                nics.put(
                        "nic-" + i,
                        new NicCandidate(
                                "nic-" + i,
                                "host-" + random.nextInt(3),
                                random.nextInt(8) > 0,
                                random.nextInt(8) == 0,
                                random.nextInt(8) > 0,
                                Map.of(Resource.QP, 8L + random.nextInt(24)),
                                Map.of(Resource.QP, 16L + random.nextInt(64)),
                                Map.of(),
                                random.nextBoolean() ? (long) random.nextInt(5000) : null,
                                0,
                                free,
                                0));
            }
        }

        List<NicCandidate> shuffled() {
            List<NicCandidate> all = new ArrayList<>(nics.values());
            Collections.shuffle(all, random);
            return all;
        }

        VfPlanner.Wish wish() {
            long qp = random.nextInt(20);
            String group = random.nextInt(3) == 0 ? "group-" + random.nextInt(2) : "";
            VfPlacement.Strategy strategy =
                    random.nextBoolean() ? VfPlacement.Strategy.SPREAD : VfPlacement.Strategy.PACK;
            VfSpec spec = new VfSpec(
                    random.nextInt(6) == 0 ? "nic-" + random.nextInt(7) : null,
                    new VfLimits(qp, 1, 1, 1, 1),
                    new VfPlacement(
                            strategy, group.isEmpty() ? Map.of() : Map.of("group", group), random.nextInt(800)));
            Set<String> avoid = groupsOfHost.entrySet().stream()
                    .filter(host -> host.getValue().contains(group))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            return new VfPlanner.Wish(spec, avoid);
        }

        void put(VfPlanner.Wish wish, VfPlanner.Plan.Placed placed) {
            NicCandidate nic = nics.get(placed.nic());
            List<Integer> free = new ArrayList<>(nic.freeIndexes());
            assertThat(free.remove((Object) placed.index())).isTrue();
            long qp = nic.promised().getOrDefault(Resource.QP, 0L)
                    + wish.spec().limits().qp();
            nics.put(
                    placed.nic(),
                    new NicCandidate(
                            nic.nic(),
                            nic.host(),
                            nic.approved(),
                            nic.cordoned(),
                            nic.heartbeatRecent(),
                            nic.perFunctionMax(),
                            nic.deviceMax(),
                            Map.of(Resource.QP, qp),
                            nic.linkMbps(),
                            nic.promisedMbps() + wish.spec().placement().bandwidthMbps(),
                            free,
                            nic.assignedCount() + 1));
            wish.spec()
                    .placement()
                    .apartFrom()
                    .values()
                    .forEach(group -> groupsOfHost
                            .computeIfAbsent(placed.host(), host -> new HashSet<>())
                            .add(group));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyPlanKeepsEveryPromiseAndEveryRefusalExplainsEachNic(int seed) {
        Fleet fleet = new Fleet(seed);
        for (int i = 0; i < 60; i++) {
            VfPlanner.Wish wish = fleet.wish();
            VfPlanner.Plan plan = VfPlanner.plan(wish, fleet.shuffled());
            assertThat(VfPlanner.plan(wish, fleet.shuffled()))
                    .as("seed %d: in whatever order", seed)
                    .isEqualTo(plan);
            switch (plan) {
                case VfPlanner.Plan.Placed placed -> {
                    NicCandidate nic = fleet.nics.get(placed.nic());
                    assertThat(fits(wish, nic))
                            .as("seed %d: %s on %s", seed, wish, nic)
                            .isTrue();
                    assertThat(placed.index()).isEqualTo(Collections.min(nic.freeIndexes()));
                    assertExtreme(wish, nic, fleet.shuffled());
                    fleet.put(wish, placed);
                }
                case VfPlanner.Plan.NoCapacity(List<VfPlanner.Rejection> rejections) -> {
                    assertThat(fleet.shuffled())
                            .as("seed %d: %s", seed, wish)
                            .filteredOn(nic -> wanted(wish, nic))
                            .noneMatch(nic -> fits(wish, nic));
                    List<String> explained =
                            rejections.stream().map(VfPlanner.Rejection::nic).toList();
                    List<String> asked = wish.spec().nic() != null
                            ? List.of(wish.spec().nic())
                            : fleet.nics.keySet().stream().sorted().toList();
                    assertThat(explained).as("seed %d", seed).isEqualTo(asked);
                    assertThat(rejections)
                            .allMatch(r -> !r.reason().isEmpty() && !r.detail().isEmpty());
                }
            }
        }
        for (NicCandidate nic : fleet.nics.values()) {
            assertThat(nic.promised().getOrDefault(Resource.QP, 0L))
                    .isLessThanOrEqualTo(nic.deviceMax().get(Resource.QP));
            assertThat(nic.linkMbps() == null || nic.promisedMbps() <= nic.linkMbps())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void packUsesNoMoreNicsThanItMust(int seed) {
        Random random = new Random(seed);
        int slots = 1 + random.nextInt(8);
        int vfs = 1 + random.nextInt(slots * 5);
        Map<String, Integer> taken = new HashMap<>();
        for (int i = 0; i < vfs; i++) {
            List<NicCandidate> nics = IntStream.range(0, 5)
                    .mapToObj(n -> {
                        int used = taken.getOrDefault("nic-" + n, 0);
                        return new NicCandidate(
                                "nic-" + n,
                                "host",
                                true,
                                false,
                                true,
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                null,
                                0,
                                IntStream.range(used, slots).boxed().toList(),
                                used);
                    })
                    .toList();
            VfSpec packed = new VfSpec(null, VfFixture.LIMITS, new VfPlacement(VfPlacement.Strategy.PACK, Map.of(), 0));
            assertThat(VfPlanner.plan(new VfPlanner.Wish(packed, Set.of()), nics))
                    .isInstanceOfSatisfying(
                            VfPlanner.Plan.Placed.class, placed -> taken.merge(placed.nic(), 1, Integer::sum));
        }
        assertThat(taken).hasSize((vfs + slots - 1) / slots);
    }

    private static boolean wanted(VfPlanner.Wish wish, NicCandidate nic) {
        return wish.spec().nic() == null || wish.spec().nic().equals(nic.nic());
    }

    /** The rules once more, in one line each. */
    private static boolean fits(VfPlanner.Wish wish, NicCandidate nic) {
        long qp = wish.spec().limits().qp();
        return nic.approved()
                && !nic.cordoned()
                && nic.heartbeatRecent()
                && !nic.freeIndexes().isEmpty()
                && !wish.avoidHosts().contains(nic.host())
                && qp <= nic.perFunctionMax().get(Resource.QP)
                && qp + nic.promised().getOrDefault(Resource.QP, 0L)
                        <= nic.deviceMax().get(Resource.QP)
                && (nic.linkMbps() == null
                        || nic.promisedMbps() + wish.spec().placement().bandwidthMbps() <= nic.linkMbps());
    }

    private static void assertExtreme(VfPlanner.Wish wish, NicCandidate chosen, List<NicCandidate> all) {
        assertThat(all)
                .filteredOn(nic -> wanted(wish, nic) && fits(wish, nic))
                .allMatch(nic -> wish.spec().placement().strategy() == VfPlacement.Strategy.SPREAD
                        ? nic.assignedCount() >= chosen.assignedCount()
                        : nic.assignedCount() <= chosen.assignedCount());
    }
}
