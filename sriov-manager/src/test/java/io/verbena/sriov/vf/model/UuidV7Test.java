package io.verbena.sriov.vf.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UuidV7Test {
    @Test
    void carriesVersionVariantAndTime() {
        Instant now = Instant.parse("2026-11-29T12:00:00.123Z");
        UUID id = UuidV7.draw(now, new SplittableRandom(1));
        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(now.toEpochMilli());
    }

    @Test
    void laterOnesSortAfterEarlierOnes() {
        SplittableRandom random = new SplittableRandom(2);
        UUID first = UuidV7.draw(Instant.ofEpochMilli(1_000), random);
        UUID second = UuidV7.draw(Instant.ofEpochMilli(1_001), random);
        assertThat(second.toString()).isGreaterThan(first.toString());
    }
}
