package io.verbena.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuantityTest {
    @Test
    void isExactBelowAKibibyteAndShortAbove() {
        assertThat(Quantity.bytes(0)).isEqualTo("0 B");
        assertThat(Quantity.bytes(1023)).isEqualTo("1023 B");
        assertThat(Quantity.bytes(4096)).isEqualTo("4 KiB");
        assertThat(Quantity.bytes((64 << 10) + 1)).isEqualTo("64.0 KiB");
        assertThat(Quantity.bytes(300L << 20)).isEqualTo("300 MiB");
        assertThat(Quantity.bytes(9_500_000)).isEqualTo("9.1 MiB");
    }
}
