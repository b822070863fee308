package io.verbena.nic.device.exercise;

import io.verbena.contracts.exercise.MemoryReport;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/** Payloads drawn from seeds, and the guard behind each, which nothing may touch. */
final class Payload {
    static final int GUARD_BYTES = 4096;

    private static final byte UNTOUCHED = 0x5a;
    private static final int CHUNK_BYTES = 64 << 10;

    private Payload() {}

    static MemoryReport fill(MemorySegment payload, MemorySegment guard, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] chunk = new byte[(int) Math.min(CHUNK_BYTES, payload.byteSize())];
        for (long at = 0; at < payload.byteSize(); at += chunk.length) {
            random.nextBytes(chunk);
            int length = (int) Math.min(chunk.length, payload.byteSize() - at);
            MemorySegment.copy(chunk, 0, payload, ValueLayout.JAVA_BYTE, at, length);
        }
        guard.fill(UNTOUCHED);
        return new MemoryReport(checksum(payload), true);
    }

    static MemoryReport check(MemorySegment payload, MemorySegment guard) {
        return new MemoryReport(checksum(payload), untouched(guard));
    }

    private static boolean untouched(MemorySegment guard) {
        for (long at = 0; at < guard.byteSize(); at++) {
            if (guard.get(ValueLayout.JAVA_BYTE, at) != UNTOUCHED) {
                return false;
            }
        }
        return true;
    }

    private static long checksum(MemorySegment payload) {
        CRC32C crc = new CRC32C();
        crc.update(payload.asByteBuffer());
        return crc.getValue();
    }
}
