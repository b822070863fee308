package io.verbena.standalone.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    private final FreePorts ports = new FreePorts();

    @Test
    void givesTheNextPortWhenTheWantedOneIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ports.tcpFrom(taken.getLocalPort())).isGreaterThan(taken.getLocalPort());
        }
    }

    @Test
    void givesEachPortOnce() throws Exception {
        int first = ports.tcp();

        assertThat(ports.tcpFrom(first)).isNotEqualTo(first);
    }

    @Test
    void saysThatNoneIsLeft() {
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 2; i++) {
                        ports.tcpFrom(65_535);
                    }
                })
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("no TCP port");
    }

    @Test
    void seesAUdpPortThatIsTaken() throws Exception {
        InetAddress address = InetAddress.ofLiteral("127.80.1.1");
        try (DatagramSocket taken = new DatagramSocket(0, address)) {
            assertThat(FreePorts.udpFree(address, taken.getLocalPort())).isFalse();
            assertThat(FreePorts.udpFree(InetAddress.ofLiteral("127.80.1.2"), taken.getLocalPort()))
                    .isTrue();
        }
    }
}
