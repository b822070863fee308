package io.verbena.sriov.vf.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressPoolTest {
    @Test
    void givesEveryHostButTheFirstAndTheLastThenBeginsAgain() {
        AddressPool pool = AddressPool.parse("10.1.2.8/29");
        assertThat(pool.size()).isEqualTo(6);
        assertThat(LongStream.range(0, 7).mapToObj(pool::address))
                .containsExactly(
                        "10.1.2.9", "10.1.2.10", "10.1.2.11", "10.1.2.12", "10.1.2.13", "10.1.2.14", "10.1.2.9");
    }

    @Test
    void crossesOctetsAndHighNetworks() {
        assertThat(AddressPool.parse("127.77.0.0/16").address(255)).isEqualTo("127.77.1.0");
        assertThat(AddressPool.parse("192.168.0.0/16").address(65533)).isEqualTo("192.168.255.254");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.77.0.0",
                "127.77.0.0/",
                "127.77.0.0/7",
                "127.77.0.0/31",
                "127.77.0.1/16",
                "host/16",
                "::/64",
                "1.2.3.999/8"
            })
    void refusesWhatIsNoPool(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> AddressPool.parse(text));
    }
}
