package io.verbena.nic.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.udp.UdpSettings;
import io.verbena.nic.verbs.SendWr;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Two NICs, each with its owner thread and its sockets, over the loopback. */
class NicDeviceTransferTest {
    private static final int MEMORY_BYTES = 8 << 20;
    private static final int[] SIZES = {
        0, 1, 3, 255, 256, 257, 4095, 4096, 4097, 8192, 65_536, 100_001, (1 << 20) + 1, MEMORY_BYTES
    };
    private static final int TIMEOUT_537_MS = 17;
    private static final int TIMEOUT_17_MS = 12;

    private static NicDevice device(NicProperties properties) throws IOException {
        return NicDevice.start(properties);
    }

    @Test
    void everyOperationArrivesIntactInEverySize() throws IOException {
        try (NicDevice nicA = device(NicProperties.local("nic-a", 1));
                NicDevice nicB = device(NicProperties.local("nic-b", 1));
                var a = new LocalFunction(nicA.channel(), nicA.identity().bootId(), 0, "127.88.10.1", MEMORY_BYTES);
                var b = new LocalFunction(nicB.channel(), nicB.identity().bootId(), 0, "127.88.10.2", MEMORY_BYTES)) {
            a.connect(b, TIMEOUT_537_MS);
            b.connect(a, TIMEOUT_537_MS);

            Transfers.all(a, b, SIZES);

            assertThat(a.count(Counter.RETRANSMIT_PACKETS)).isZero();
            assertThat(b.counters().droppedInAll()).isZero();
        }
    }

    @Test
    void everyOperationSurvivesALossyWire() throws IOException {
        try (NicDevice nicA = device(NicProperties.local("nic-a", 1).withLoss(5));
                NicDevice nicB = device(NicProperties.local("nic-b", 1).withLoss(5));
                var a = new LocalFunction(nicA.channel(), nicA.identity().bootId(), 0, "127.88.11.1", MEMORY_BYTES);
                var b = new LocalFunction(nicB.channel(), nicB.identity().bootId(), 0, "127.88.11.2", MEMORY_BYTES)) {
            a.connect(b, TIMEOUT_17_MS);
            b.connect(a, TIMEOUT_17_MS);

            Transfers.all(a, b, SIZES);

            assertThat(a.count(Counter.RETRANSMIT_PACKETS)).isPositive();
        }
    }

    @Test
    void aWireWithoutOffloadsCarriesTheSame() throws IOException {
        UdpSettings plain = new UdpSettings(Gid.parse("127.0.0.1"), 1024, 1 << 20, false, false);
        try (NicDevice nicA = device(NicProperties.local("nic-a", 1).withUdp(plain));
                NicDevice nicB = device(NicProperties.local("nic-b", 1).withUdp(plain));
                var a = new LocalFunction(nicA.channel(), nicA.identity().bootId(), 0, "127.88.12.1", MEMORY_BYTES);
                var b = new LocalFunction(nicB.channel(), nicB.identity().bootId(), 0, "127.88.12.2", MEMORY_BYTES)) {
            a.connect(b, TIMEOUT_537_MS);
            b.connect(a, TIMEOUT_537_MS);

            Transfers.all(a, b, new int[] {0, 1, 1024, 1025, 200_000});
        }
    }

    @Test
    void functionsOfOneNicReachEachOther() throws IOException {
        try (NicDevice nic = device(NicProperties.local("nic-a", 2));
                var a = new LocalFunction(nic.channel(), nic.identity().bootId(), 0, "127.88.13.1", MEMORY_BYTES);
                var b = new LocalFunction(nic.channel(), nic.identity().bootId(), 1, "127.88.13.2", MEMORY_BYTES)) {
            a.connect(b, TIMEOUT_537_MS);
            b.connect(a, TIMEOUT_537_MS);

            Transfers.all(a, b, new int[] {0, 1, 4097, 1 << 20});
        }
    }

    @Test
    void anApplicationMayDriveTheNicItself() throws IOException {
        try (NicDevice nic = device(NicProperties.local("nic-a", 1));
                var self = new LocalFunction(nic.channel(), nic.identity().bootId(), 0, "127.88.14.1", 8192)) {
            self.connect(self, TIMEOUT_537_MS);
            for (int i = 0; i < 2000; i++) {
                self.queuePair.postSend(new SendWr()
                        .wrId(i)
                        .opcode(WrOpcode.RDMA_WRITE)
                        .sge(self.memory.addr(), 64, self.memory.lkey())
                        .remote(self.memory.addr() + 4096, self.memory.rkey()));

                assertThat(self.completion(self.context::drive).wrId()).isEqualTo(i);
            }
        }
    }
}
