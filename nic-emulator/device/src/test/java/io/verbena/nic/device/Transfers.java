package io.verbena.nic.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.abi.WcOpcode;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.verbs.RecvWr;
import io.verbena.nic.verbs.SendWr;
import io.verbena.nic.verbs.WorkCompletion;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/** Each operation between two connected functions, its data checked. */
final class Transfers {
    private Transfers() {}

    private static long checksum(MemorySegment memory, long bytes) {
        CRC32C crc = new CRC32C();
        crc.update(memory.asSlice(0, bytes).asByteBuffer());
        return crc.getValue();
    }

    private static void fill(MemorySegment memory, long bytes, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (long at = 0; at + 8 <= bytes; at += 8) {
            memory.set(ValueLayout.JAVA_LONG, at, random.nextLong());
        }
        for (long at = bytes & ~7L; at < bytes; at++) {
            memory.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
        }
    }

    static void all(LocalFunction a, LocalFunction b, int[] sizes) {
        long seed = 1;
        for (int bytes : sizes) {
            for (WrOpcode opcode :
                    new WrOpcode[] {WrOpcode.SEND, WrOpcode.RDMA_WRITE, WrOpcode.RDMA_WRITE_WITH_IMM, WrOpcode.RDMA_READ
                    }) {
                transfer(a, b, opcode, bytes, seed++);
            }
        }
    }

    private static void transfer(LocalFunction a, LocalFunction b, WrOpcode opcode, int bytes, long seed) {
        LocalFunction from = opcode == WrOpcode.RDMA_READ ? b : a;
        LocalFunction to = opcode == WrOpcode.RDMA_READ ? a : b;
        fill(from.memory.memory(), bytes, seed);
        to.memory.memory().asSlice(0, bytes).fill((byte) 0);
        boolean received = opcode == WrOpcode.SEND || opcode == WrOpcode.RDMA_WRITE_WITH_IMM;
        if (received) {
            b.queuePair.postRecv(new RecvWr().wrId(seed).sge(b.memory.addr(), bytes, b.memory.lkey()));
        }
        a.queuePair.postSend(new SendWr()
                .wrId(seed)
                .opcode(opcode)
                .immData(77)
                .sge(a.memory.addr(), bytes, a.memory.lkey())
                .remote(b.memory.addr(), b.memory.rkey()));

        assertThat(a.completion().wrId()).isEqualTo(seed);
        if (received) {
            WorkCompletion completion = b.completion();
            assertThat(completion.wrId()).isEqualTo(seed);
            assertThat(completion.byteLen()).isEqualTo(bytes);
            assertThat(completion.opcode())
                    .isEqualTo(opcode == WrOpcode.SEND ? WcOpcode.RECV : WcOpcode.RECV_RDMA_WITH_IMM);
            assertThat(completion.hasImmediate()).isEqualTo(opcode != WrOpcode.SEND);
        }
        assertThat(checksum(to.memory.memory(), bytes))
                .as("%s of %s bytes", opcode, bytes)
                .isEqualTo(checksum(from.memory.memory(), bytes));
    }
}
