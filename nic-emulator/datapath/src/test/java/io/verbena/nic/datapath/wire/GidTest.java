package io.verbena.nic.datapath.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GidTest {
    @Test
    void anIpv4AddressIsMapped() {
        Gid gid = Gid.parse("127.77.0.3");

        assertThat(gid).isEqualTo(new Gid(0, 0x0000_ffff_7f4d_0003L));
        assertThat(gid.isIpv4()).isTrue();
        assertThat(gid).hasToString("127.77.0.3");
    }

    @Test
    void anIpv6AddressIsItself() {
        Gid gid = Gid.parse("2001:db8::5");

        assertThat(gid).isEqualTo(new Gid(0x2001_0db8_0000_0000L, 5));
        assertThat(gid.isIpv4()).isFalse();
    }

    @Test
    void aNameIsNotLookedUp() {
        assertThatThrownBy(() -> Gid.parse("localhost")).hasMessageContaining("'localhost'");
    }
}
