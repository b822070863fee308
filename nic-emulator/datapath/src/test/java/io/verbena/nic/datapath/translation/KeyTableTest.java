package io.verbena.nic.datapath.translation;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.memory.HostMemory;
import io.verbena.nic.datapath.memory.HostRange;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyTableTest {
    private final KeyTable keys = new KeyTable(0x1234_5678);
    private final HostRange range = new HostRange(HostMemory.allocate(64, 8));

    @Test
    void findsARegionByItsKeyAndByNoOther() {
        MemoryRegion region = keys.register(1, range, 0);
        assertThat(keys.find(region.key())).isSameAs(region);
        for (int bit = 0; bit < 32; bit++) {
            assertThat(keys.find(region.key() ^ 1 << bit)).isNull();
        }
    }

    @Test
    void givesEveryUseOfAnIndexAnotherKey() {
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < 256; i++) {
            MemoryRegion region = keys.register(1, range, 0);
            assertThat(seen.add(region.key())).isTrue();
            keys.deregister(region);
            assertThat(keys.find(region.key())).isNull();
        }
    }

    @Test
    void usesTheLongestFreeIndexFirst() {
        MemoryRegion first = keys.register(1, range, 0);
        MemoryRegion second = keys.register(1, range, 0);
        keys.deregister(first);
        keys.deregister(second);
        MemoryRegion third = keys.register(1, range, 0);
        assertThat((third.key() ^ first.key()) >>> 8).isZero();
        assertThat(third.key()).isNotEqualTo(first.key());
    }

    @Test
    void knowsThousandsOfRegions() {
        MemoryRegion[] regions = new MemoryRegion[70_000];
        for (int i = 0; i < regions.length; i++) {
            regions[i] = keys.register(1, range, 0);
        }
        for (MemoryRegion region : regions) {
            assertThat(keys.find(region.key())).isSameAs(region);
        }
        assertThat(keys.count()).isEqualTo(regions.length);
    }

    @Test
    void tellsNothingOfAnotherFunctionsKeys() {
        KeyTable other = new KeyTable(0x0bad_cafe);
        other.register(1, range, 0);
        assertThat(other.find(keys.register(1, range, 0).key())).isNull();
    }

    @Test
    void checksBoundsWithoutOverflow() {
        MemoryRegion region = keys.register(1, range, 1);
        long start = range.address();
        assertThat(AddressTranslator.translate(keys, region.key(), 1, start, 64, 1))
                .isSameAs(range);
        assertThat(AddressTranslator.translate(keys, region.key(), 1, start + 64, 0, 1))
                .isSameAs(range);
        assertThat(AddressTranslator.translate(keys, region.key(), 1, start + 1, 64, 1))
                .isNull();
        assertThat(AddressTranslator.translate(keys, region.key(), 1, start - 1, 1, 1))
                .isNull();
        assertThat(AddressTranslator.translate(keys, region.key(), 1, start, Long.MAX_VALUE, 1))
                .isNull();
        assertThat(AddressTranslator.translate(keys, region.key(), 1, Long.MIN_VALUE, Long.MAX_VALUE, 1))
                .isNull();
        assertThat(AddressTranslator.translate(keys, region.key(), 2, start, 64, 1))
                .isNull();
        assertThat(AddressTranslator.translate(keys, region.key(), 1, start, 64, 2))
                .isNull();
    }
}
