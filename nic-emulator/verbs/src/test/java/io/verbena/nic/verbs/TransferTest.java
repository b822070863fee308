package io.verbena.nic.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.abi.WcOpcode;
import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.verbs.Connection.Options;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransferTest {
    private final TestWire wire = new TestWire();
    private final TestWire.Host hostA = wire.host();
    private final TestWire.Host hostB = wire.host();

    @ParameterizedTest
    @CsvSource({
        "0,256",
        "1,256",
        "255,256",
        "256,256",
        "257,256",
        "1000,1024",
        "1024,1024",
        "1025,1024",
        "65536,1024",
        "100003,4096",
        "8388608,4096",
        "8388607,2048",
        "3000,512"
    })
    void movesEveryByteWithEachOperation(int bytes, int mtu) {
        Connection c =
                Connection.of(hostA, hostB, Options.defaults().withMtu(mtu).withRegionBytes((8 << 20) + 64));
        for (WrOpcode opcode : WrOpcode.values()) {
            c.a.fill(opcode.code() + 10);
            c.b.fill(opcode.code() + 20);
            c.b.receive(77, 0, bytes);
            SendWr wr = c.a.oneSided(opcode, 5, 0, c.b, 0, bytes).immData(0xcafe_0001);
            c.a.qp.postSend(wr);
            wire.run();

            List<WorkCompletion> sent = c.a.poll();
            assertThat(sent).hasSize(1);
            assertThat(sent.get(0).status()).isEqualTo(WcStatus.SUCCESS);
            assertThat(sent.get(0).wrId()).isEqualTo(5);
            assertThat(sent.get(0).opcode()).isEqualTo(opcode.completion());
            assertThat(Connection.same(c.a.memory, 0, c.b.memory, 0, bytes)).isTrue();
            List<WorkCompletion> received = c.b.poll();
            boolean consumes = opcode == WrOpcode.SEND || opcode.hasImmediate();
            assertThat(received).hasSize(consumes ? 1 : 0);
            if (consumes) {
                assertThat(received.get(0).byteLen()).isEqualTo(bytes);
                assertThat(received.get(0).hasImmediate()).isEqualTo(opcode.hasImmediate());
                assertThat(received.get(0).immData()).isEqualTo(opcode.hasImmediate() ? 0xcafe_0001 : 0);
                assertThat(received.get(0).opcode())
                        .isEqualTo(opcode.isWrite() ? WcOpcode.RECV_RDMA_WITH_IMM : WcOpcode.RECV);
            }
        }
        assertThat(hostA.count(Counter.RETRANSMIT_PACKETS)).isZero();
        assertThat(hostA.count(Counter.ACK_TIMEOUTS)).isZero();
    }

    /** What a READ brings is as torn as on any NIC, but no packet of it is lost for an ICRC of other bytes. */
    @Test
    void readsMemoryThatItsOwnerKeepsChanging() {
        Connection c = Connection.of(hostA, hostB, Options.defaults());
        long[] seed = {0};
        wire.whileSending(() -> c.b.fill(seed[0]++));

        c.a.qp.postSend(c.a.oneSided(WrOpcode.RDMA_READ, 5, 0, c.b, 0, 20_000));
        wire.run();

        assertThat(c.a.poll()).extracting(WorkCompletion::status).containsExactly(WcStatus.SUCCESS);
        assertThat(hostA.count(Counter.RETRANSMIT_PACKETS)).isZero();
    }
}
