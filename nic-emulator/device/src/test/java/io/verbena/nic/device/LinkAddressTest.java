package io.verbena.nic.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.nic.datapath.wire.Gid;
import java.net.NetworkInterface;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkAddressTest {
    @ParameterizedTest
    @CsvSource({"10.99.0.1, 10.99.0.1", "fd99::1, fd99:0:0:0:0:0:0:1", "localhost, 127.0.0.1"})
    void aLiteralOrAHostNameBecomesItsAddress(String text, String address) {
        assertThat(LinkAddress.of(text)).hasToString(address);
    }

    @Test
    void autoIsAnAddressOfThisMachineOrSaysWhyThereIsNone() throws Exception {
        Gid found;
        try {
            found = LinkAddress.of("auto");
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching(".*(name one|could be any of).*");
            return;
        }
        assertThat(NetworkInterface.getByInetAddress(found.toInetAddress()))
                .isNotNull()
                .isNotEqualTo(NetworkInterface.getByName("lo"));
    }

    @Test
    void aNameThatNobodyKnowsSaysWhatIsAllowed() {
        assertThatThrownBy(() -> LinkAddress.of("no.such.host.invalid"))
                .hasMessage("an address, a host name that is known here, or auto");
    }
}
