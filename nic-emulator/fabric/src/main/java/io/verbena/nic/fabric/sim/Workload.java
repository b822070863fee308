package io.verbena.nic.fabric.sim;

import io.verbena.nic.datapath.abi.WrOpcode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws the work requests of an endpoint: every kind, lengths around the MTU, a few long ones. */
final class Workload {
    private static final WrOpcode[] OPCODES = WrOpcode.values();
    private static final int MAX_LONG_BYTES = 200 * 1024;
    private static final int MAX_INLINE_BYTES = 64;
    private static final int MAX_SGES = 3;
    private static final long MAX_RECEIVE_DELAY_NS = 400_000;

    private Workload() {}

    /** At least {@code packets} data packets; the last request is signaled, so that the end can be told. */
    static List<Operation> draw(SplittableRandom random, int mtu, int packets) {
        List<Operation> operations = new ArrayList<>();
        for (int planned = 0; planned < packets; ) {
            int left = packets - planned;
            Operation operation = operation(random, operations.size(), mtu, left);
            operations.add(operation);
            planned += Math.max(1, (operation.lengthBytes() + mtu - 1) / mtu);
        }
        operations.add(new Operation(operations.size(), WrOpcode.SEND, 1, 0, true, 1, 0, false));
        return List.copyOf(operations);
    }

    /** A WRITE that may be, one with a stale key, and one that the queue pair's end flushes. */
    static List<Operation> intrusion() {
        return List.of(
                Operation.write(0, 700, false), Operation.write(1, Decoy.BYTES, true), Operation.write(2, 10, false));
    }

    private static Operation operation(SplittableRandom random, int index, int mtu, int packetsLeft) {
        WrOpcode opcode = OPCODES[random.nextInt(OPCODES.length)];
        int length = Math.min(length(random, mtu), Math.max(1, packetsLeft) * mtu * 2);
        boolean inline = opcode != WrOpcode.RDMA_READ && length <= MAX_INLINE_BYTES && random.nextInt(3) == 0;
        int sges = inline ? 0 : random.nextInt(1, MAX_SGES + 1);
        int offset = random.nextInt(Pattern.BYTES - length);
        long receiveDelayNs = random.nextInt(8) == 0 ? random.nextLong(MAX_RECEIVE_DELAY_NS) : 0;
        return new Operation(index, opcode, length, offset, random.nextInt(4) != 0, sges, receiveDelayNs, false);
    }

    private static int length(SplittableRandom random, int mtu) {
        return switch (random.nextInt(10)) {
            case 0 -> 0;
            case 1, 2, 3 -> random.nextInt(1, 65);
            case 4 -> mtu - 1 + random.nextInt(3);
            case 5 -> 2 * mtu - 1 + random.nextInt(3);
            case 6, 7 -> random.nextInt(1, 8 * mtu);
            case 8 -> random.nextInt(1, 32 * mtu);
            default -> random.nextInt(4) == 0 ? random.nextInt(1, MAX_LONG_BYTES) : random.nextInt(1, 4096);
        };
    }
}
