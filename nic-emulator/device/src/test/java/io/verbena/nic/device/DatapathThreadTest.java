package io.verbena.nic.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.nic.datapath.Nic;
import io.verbena.nic.datapath.NicConfig;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.device.udp.UdpPort;
import io.verbena.nic.device.udp.UdpSettings;
import io.verbena.nic.fabric.port.Port;
import io.verbena.nic.fabric.port.PortLimits;
import io.verbena.nic.verbs.SendWr;
import java.io.IOException;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DatapathThreadTest {
    private static final int TIMEOUT_FOR_EVER = 0;

    private final UUID bootId = UUID.randomUUID();

    private static void write(LocalFunction self, long wrId) {
        self.queuePair.postSend(new SendWr()
                .wrId(wrId)
                .opcode(WrOpcode.RDMA_WRITE)
                .sge(self.memory.addr(), 64, self.memory.lkey())
                .remote(self.memory.addr() + 4096, self.memory.rkey()));
    }

    private static void spin(long ns) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < ns) {
            Thread.onSpinWait();
        }
    }

    /** A doorbell that falls into the moment of going to sleep would never complete: there is no timer to help. */
    @Test
    void noDoorbellIsLostAtTheEdgeOfSleep() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        try (NicDevice nic = NicDevice.start(NicProperties.local("nic-a", 1));
                var self = new LocalFunction(nic.channel(), nic.identity().bootId(), 0, "127.88.20.1", 8192)) {
            self.connect(self, TIMEOUT_FOR_EVER);
            for (int i = 0; i < 5000; i++) {
                write(self, i);
                assertThat(self.completion().wrId()).isEqualTo(i);
                spin(random.nextLong(15_000, 40_000));
            }

            assertThat(nic.counters()
                            .look(
                                    (AdminResult.CountersRead) nic.execute(new AdminCommand.ReadCounters()),
                                    Instant.EPOCH)
                            .port()
                            .get("owner_sleeps"))
                    .isGreaterThan(500);
        }
    }

    @Test
    void noCommandIsLostAtTheEdgeOfSleep() throws IOException {
        SplittableRandom random = new SplittableRandom(2);
        try (NicDevice nic = NicDevice.start(NicProperties.local("nic-a", 1))) {
            for (int i = 0; i < 5000; i++) {
                assertThat(nic.execute(new AdminCommand.QueryFunctions()))
                        .isInstanceOf(AdminResult.FunctionsRead.class);
                spin(random.nextLong(15_000, 40_000));
            }
        }
    }

    @Test
    void aProgramThatStopsDrivingLeavesTheNicRunning() throws IOException {
        try (NicDevice nic = NicDevice.start(NicProperties.local("nic-a", 1));
                var self = new LocalFunction(nic.channel(), nic.identity().bootId(), 0, "127.88.21.1", 8192)) {
            self.connect(self, TIMEOUT_FOR_EVER);
            for (int i = 0; i < 50; i++) {
                write(self, 2 * i);
                self.completion(self.context::drive);
                write(self, 2 * i + 1);
                assertThat(self.completion().wrId()).isEqualTo(2 * i + 1);
            }
        }
    }

    @Test
    void aFullCommandQueueRefusesAtOnce() {
        CommandQueue queue = new CommandQueue();
        for (int i = 0; i < CommandQueue.CAPACITY; i++) {
            assertThat(queue.offer(new AdminCommand.QueryFunctions())).isNotNull();
        }

        assertThat(queue.offer(new AdminCommand.QueryFunctions())).isNull();
        assertThat(queue.refusedCount()).isEqualTo(1);
        queue.poll();
        assertThat(queue.offer(new AdminCommand.QueryFunctions())).isNotNull();
    }

    @Test
    void whatAFullWireLeavesIsSentWithinTheTurn() throws Exception {
        UdpPort udp = new UdpPort(UdpSettings.best(Gid.parse("127.0.0.1")));
        Port reluctant = new OverUdp(udp) {
            private int calls;

            @Override
            public int send(TransmitBatch batch, int count) {
                return calls++ % 2 == 0 ? super.send(batch, count / 2) : super.send(batch, count);
            }
        };
        try (var thread =
                new DatapathThread("nic-a", nic(reluctant), reluctant, udp.readiness(), event -> {}, () -> {})) {
            thread.start();
            try (var self = new LocalFunction(thread, bootId, 0, "127.88.22.1", 1 << 20)) {
                self.connect(self, TIMEOUT_FOR_EVER);
                for (int i = 0; i < 8; i++) {
                    self.queuePair.postSend(new SendWr()
                            .opcode(WrOpcode.RDMA_WRITE)
                            .sge(self.memory.addr(), 1 << 18, self.memory.lkey())
                            .remote(self.memory.addr() + (1 << 19), self.memory.rkey()));
                }
                for (int i = 0; i < 8; i++) {
                    self.completion();
                }
            }
            assertThat(thread.counts()).containsEntry("transmit_dropped_trains", 0L);
        }
    }

    @Test
    void aTurnThatThrowsStopsTheDeviceAndTellsEveryCaller() throws Exception {
        UdpPort udp = new UdpPort(UdpSettings.best(Gid.parse("127.0.0.1")));
        CountDownLatch told = new CountDownLatch(1);
        Port broken = new OverUdp(udp) {
            @Override
            public boolean receive(ReceivedTrain train) {
                throw new IllegalStateException("planted");
            }
        };
        try (var thread =
                new DatapathThread("nic-a", nic(broken), broken, udp.readiness(), event -> {}, told::countDown)) {
            thread.start();

            assertThat(told.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(thread.running()).isFalse();
            assertThatThrownBy(() -> thread.execute(new AdminCommand.QueryFunctions()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("nic-a has stopped")
                    .hasRootCauseMessage("planted");
            assertThatThrownBy(thread::drive).hasMessageContaining("nic-a has stopped");
        }
    }

    private Nic nic(Port port) {
        PortLimits limits = port.limits();
        NicConfig defaults = NicConfig.of("nic-a", bootId, 1);
        return new Nic(new NicConfig(
                "nic-a",
                bootId,
                1,
                1,
                limits.activeMtu(),
                limits.receiveBufferBytes(),
                limits.maxPacketsPerTrain(),
                defaults.limits()));
    }

    /** A port that a test bends. */
    private static class OverUdp implements Port {
        private final UdpPort udp;

        OverUdp(UdpPort udp) {
            this.udp = udp;
        }

        @Override
        public void open(Gid address, int vni) throws IOException {
            udp.open(address, vni);
        }

        @Override
        public void close(Gid address) {
            udp.close(address);
        }

        @Override
        public int send(TransmitBatch batch, int count) {
            return udp.send(batch, count);
        }

        @Override
        public boolean receive(ReceivedTrain train) {
            return udp.receive(train);
        }

        @Override
        public PortLimits limits() {
            return udp.limits();
        }

        @Override
        public void close() {
            udp.close();
        }
    }
}
