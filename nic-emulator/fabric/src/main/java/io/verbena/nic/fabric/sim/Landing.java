package io.verbena.nic.fabric.sim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Where one transfer's bytes come to lie, in order. What has come is compared and replaced by a mark, so that a byte that
 * comes a second time is seen.
 */
public final class Landing {
    private final MemorySegment target;
    private final MemorySegment expected;
    private final MemorySegment gap;
    private long landedBytes;

    /**
     * Takes an area filled with {@link Pattern#EMPTY}.
     *
     * @param gap bytes behind the target that must stay empty
     */
    Landing(MemorySegment target, MemorySegment expected, MemorySegment gap) {
        this.target = target;
        this.expected = expected;
        this.gap = gap;
    }

    public boolean isComplete() {
        return landedBytes == target.byteSize();
    }

    public long landedBytes() {
        return landedBytes;
    }

    /**
     * Takes what has newly come.
     *
     * @return what is wrong with it, or null
     */
    public @Nullable String advance() {
        if (isComplete()) {
            return null;
        }
        MemorySegment rest = target.asSlice(landedBytes);
        long same = rest.mismatch(expected.asSlice(landedBytes));
        long came = same < 0 ? rest.byteSize() : same;
        rest.asSlice(0, came).fill(Pattern.TAKEN);
        landedBytes += came;
        if (!isComplete() && target.get(ValueLayout.JAVA_BYTE, landedBytes) != Pattern.EMPTY) {
            return "byte %d of %d is 0x%02x in place of 0x%02x"
                    .formatted(
                            landedBytes,
                            target.byteSize(),
                            target.get(ValueLayout.JAVA_BYTE, landedBytes) & 0xff,
                            expected.get(ValueLayout.JAVA_BYTE, landedBytes) & 0xff);
        }
        return null;
    }

    /**
     * Looks back at what was taken, and at the gap.
     *
     * @return what is wrong, or null
     */
    public @Nullable String verifyTaken() {
        if (!Pattern.isAllTaken(target.asSlice(0, landedBytes))) {
            return "some of the first %d bytes of %d came twice".formatted(landedBytes, target.byteSize());
        }
        return Pattern.isAllEmpty(gap) ? null : "bytes came behind the %d of the transfer".formatted(target.byteSize());
    }
}
