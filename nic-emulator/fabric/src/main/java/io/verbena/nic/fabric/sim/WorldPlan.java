package io.verbena.nic.fabric.sim;

import io.verbena.nic.datapath.wire.Gid;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * All that a seed decides before the first event.
 *
 * @param nicCount NICs, each linked with each and with itself
 * @param functionsPerNic functions of each
 * @param receiveBufferBytes of each address, from which windows derive
 * @param maxPacketsPerTrain of each NIC's port
 */
record WorldPlan(
        int nicCount,
        int functionsPerNic,
        boolean ipv6,
        int receiveBufferBytes,
        int maxPacketsPerTrain,
        FaultPlan faults,
        List<Pair> pairs) {
    private static final int[] RECEIVE_BUFFERS = {16_384, 65_536, 212_992};
    private static final int[] TRAIN_LIMITS = {1, 8, 64};
    /** Data packets of a world; acknowledgements come on top. */
    private static final int DATA_PACKETS = 1_300;

    private static final int MAX_PAIRS = 4;

    /** A side of a connection: which function, and what its host program does. */
    record Side(int nic, int function, List<Operation> operations) {}

    record Pair(Side left, Side right, ConnectionPlan connection) {}

    static WorldPlan drawn(SplittableRandom random, int nicCount) {
        int functionsPerNic = random.nextInt(1, 3);
        int pairCount = random.nextInt(2, MAX_PAIRS + 1);
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < pairCount; i++) {
            ConnectionPlan connection = ConnectionPlan.drawn(random, false);
            int packets = DATA_PACKETS / pairCount / 2;
            pairs.add(new Pair(
                    side(random, i % nicCount, functionsPerNic, Workload.draw(random, connection.mtu(), packets)),
                    side(random, (i + 1) % nicCount, functionsPerNic, Workload.draw(random, connection.mtu(), packets)),
                    connection));
        }
        pairs.add(new Pair(
                side(random, 0, functionsPerNic, Workload.intrusion()),
                side(random, 1 % nicCount, functionsPerNic, List.of()),
                ConnectionPlan.drawn(random, true)));
        return new WorldPlan(
                nicCount,
                functionsPerNic,
                random.nextInt(4) == 0,
                RECEIVE_BUFFERS[random.nextInt(RECEIVE_BUFFERS.length)],
                TRAIN_LIMITS[random.nextInt(TRAIN_LIMITS.length)],
                FaultPlan.drawn(random),
                List.copyOf(pairs));
    }

    /** Mostly a function of the given NIC, now and then of its neighbour, so that both sides may be on one. */
    private static Side side(SplittableRandom random, int nic, int functionsPerNic, List<Operation> operations) {
        int there = random.nextInt(6) == 0 ? 0 : nic;
        return new Side(there, random.nextInt(functionsPerNic), operations);
    }

    Gid address(int nic, int function) {
        return ipv6
                ? new Gid(0xfd00_0000_0000_0000L, nic * 256L + function + 1)
                : Gid.ofIpv4(0x7f4d_0001 + nic * 256 + function);
    }

    int queuePairs(int nic, int function) {
        int count = 0;
        for (Pair pair : pairs) {
            count += isAt(pair.left(), nic, function) ? 1 : 0;
            count += isAt(pair.right(), nic, function) ? 1 : 0;
        }
        return count;
    }

    long landingBytes(int nic, int function) {
        long bytes = 0;
        for (Pair pair : pairs) {
            List<Operation> left = pair.left().operations();
            List<Operation> right = pair.right().operations();
            bytes += isAt(pair.left(), nic, function) ? LandingArea.registeredBytes(right, left) : 0;
            bytes += isAt(pair.right(), nic, function) ? LandingArea.registeredBytes(left, right) : 0;
        }
        return bytes;
    }

    private static boolean isAt(Side side, int nic, int function) {
        return side.nic() == nic && side.function() == function;
    }
}
