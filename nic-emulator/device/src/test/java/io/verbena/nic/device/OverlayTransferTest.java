package io.verbena.nic.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.CommandTuple;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.overlay.Locations;
import io.verbena.nic.device.overlay.Segment;
import io.verbena.nic.fabric.dissect.DissectCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two NICs with one address each, whose functions have addresses that no interface has. */
class OverlayTransferTest {
    private static final int MEMORY_BYTES = 4 << 20;
    private static final int[] SIZES = {0, 1, 3, 257, 4096, 4097, 65_536, 100_001, MEMORY_BYTES};
    private static final int BLUE = 77;
    private static final int TIMEOUT_67_MS = 14;
    private static final int TIMEOUT_17_MS = 12;

    @TempDir
    private Path folder;

    private static NicProperties nic(String name, String vtep) {
        return NicProperties.local(name, 2).withOverlay(Gid.parse(vtep));
    }

    private static LocalFunction function(NicDevice nic, String address) {
        return new LocalFunction(nic.channel(), nic.identity().bootId(), 0, address, BLUE, MEMORY_BYTES);
    }

    private static Locations.Outcome tell(NicDevice nic, long version, Map<String, String> places) {
        Map<Gid, Gid> vteps = new HashMap<>();
        places.forEach((address, vtep) -> vteps.put(Gid.parse(address), Gid.parse(vtep)));
        return nic.locations().orElseThrow().apply(new Segment(BLUE, version, vteps));
    }

    private static long portCount(NicDevice nic, String name) {
        AdminResult read = nic.execute(new AdminCommand.ReadCounters());
        return nic.counters()
                .look((AdminResult.CountersRead) read, Instant.now())
                .port()
                .get(name);
    }

    @Test
    void everyOperationArrivesIntactInEverySizeAndTheCaptureReadsRight() throws IOException {
        Path capture = folder.resolve("overlay.pcap");
        Map<String, String> places = Map.of("10.77.0.1", "127.88.20.1", "10.77.0.2", "127.88.20.2");
        try (NicDevice nicA = NicDevice.start(nic("nic-a", "127.88.20.1").withPcap(capture));
                NicDevice nicB = NicDevice.start(nic("nic-b", "127.88.20.2"));
                var a = function(nicA, "10.77.0.1");
                var b = function(nicB, "10.77.0.2")) {
            tell(nicA, 1, places);
            tell(nicB, 1, places);
            a.connect(b, TIMEOUT_67_MS);
            b.connect(a, TIMEOUT_67_MS);

            Transfers.all(a, b, SIZES);

            assertThat(a.count(Counter.RETRANSMIT_PACKETS)).isZero();
            assertThat(b.counters().droppedInAll()).isZero();
        }
        StringBuilder lines = new StringBuilder();
        assertThat(DissectCommand.run(capture, lines)).isEqualTo(DissectCommand.ALL_RIGHT);
        assertThat(lines.toString()).contains("10.77.0.1", "10.77.0.2", "RDMA Write", "icrc=ok");
    }

    @Test
    void ipv6InsideArrivesIntact() throws IOException {
        Map<String, String> places = Map.of("fd00:77::1", "127.88.21.1", "fd00:77::2", "127.88.21.2");
        try (NicDevice nicA = NicDevice.start(nic("nic-a", "127.88.21.1"));
                NicDevice nicB = NicDevice.start(nic("nic-b", "127.88.21.2"));
                var a = function(nicA, "fd00:77::1");
                var b = function(nicB, "fd00:77::2")) {
            tell(nicA, 1, places);
            tell(nicB, 1, places);
            a.connect(b, TIMEOUT_67_MS);
            b.connect(a, TIMEOUT_67_MS);

            Transfers.all(a, b, new int[] {1, 4097, 200_000});

            assertThat(a.count(Counter.RETRANSMIT_PACKETS)).isZero();
        }
    }

    @Test
    void everyOperationSurvivesALossyOverlay() throws IOException {
        Map<String, String> places = Map.of("10.77.0.1", "127.88.22.1", "10.77.0.2", "127.88.22.2");
        try (NicDevice nicA = NicDevice.start(nic("nic-a", "127.88.22.1").withLoss(5));
                NicDevice nicB = NicDevice.start(nic("nic-b", "127.88.22.2").withLoss(5));
                var a = function(nicA, "10.77.0.1");
                var b = function(nicB, "10.77.0.2")) {
            tell(nicA, 1, places);
            tell(nicB, 1, places);
            a.connect(b, TIMEOUT_17_MS);
            b.connect(a, TIMEOUT_17_MS);

            Transfers.all(a, b, SIZES);

            assertThat(a.count(Counter.RETRANSMIT_PACKETS)).isPositive();
        }
    }

    @Test
    void aLocationThatComesLateCostsRetriesAndNothingElse() throws Exception {
        Map<String, String> places = Map.of("10.77.0.1", "127.88.23.1", "10.77.0.2", "127.88.23.2");
        try (NicDevice nicA = NicDevice.start(nic("nic-a", "127.88.23.1"));
                NicDevice nicB = NicDevice.start(nic("nic-b", "127.88.23.2"));
                var a = function(nicA, "10.77.0.1");
                var b = function(nicB, "10.77.0.2")) {
            tell(nicB, 1, places);
            a.connect(b, TIMEOUT_67_MS);
            b.connect(a, TIMEOUT_67_MS);
            Thread control = Thread.ofVirtual().start(() -> {
                while (portCount(nicA, "transmit_dropped_packets_overlay_unknown_location") == 0) {
                    Thread.onSpinWait();
                }
                tell(nicA, 1, places);
            });

            Transfers.all(a, b, new int[] {4096});

            control.join();
            assertThat(a.count(Counter.RETRANSMIT_PACKETS)).isPositive();
        }
    }

    @Test
    void aFunctionThatMovedIsReachedWhereItIsNow() throws IOException {
        Map<String, String> before = Map.of("10.77.0.1", "127.88.25.1", "10.77.0.2", "127.88.25.2");
        Map<String, String> after = Map.of("10.77.0.1", "127.88.25.1", "10.77.0.2", "127.88.25.3");
        try (NicDevice nicA = NicDevice.start(nic("nic-a", "127.88.25.1"));
                NicDevice nicB = NicDevice.start(nic("nic-b", "127.88.25.2"));
                NicDevice nicC = NicDevice.start(nic("nic-c", "127.88.25.3"));
                var a = function(nicA, "10.77.0.1")) {
            try (var there = function(nicB, "10.77.0.2")) {
                tell(nicA, 1, before);
                tell(nicB, 1, before);
                a.connect(there, TIMEOUT_67_MS);
                there.connect(a, TIMEOUT_67_MS);
                Transfers.all(a, there, new int[] {4097});
            }
            try (var a2 = new LocalFunction(
                            nicA.channel(), nicA.identity().bootId(), 1, "10.77.0.3", BLUE, MEMORY_BYTES);
                    var here = function(nicC, "10.77.0.2")) {
                Map<String, String> all = new HashMap<>(after);
                all.put("10.77.0.3", "127.88.25.1");
                assertThat(tell(nicA, 2, all)).isEqualTo(Locations.Outcome.TAKEN);
                assertThat(tell(nicC, 2, all)).isEqualTo(Locations.Outcome.TAKEN);
                assertThat(tell(nicA, 1, before)).isEqualTo(Locations.Outcome.STALE);
                a2.connect(here, TIMEOUT_67_MS);
                here.connect(a2, TIMEOUT_67_MS);

                Transfers.all(a2, here, new int[] {4097});
            }
        }
    }

    @Test
    void aFunctionStaysInItsVni() throws IOException {
        try (NicDevice nicA = NicDevice.start(nic("nic-a", "127.88.24.1"));
                var a = function(nicA, "10.77.0.1")) {
            AdminResult moved = nicA.execute(new AdminCommand.ConfigureFunction(
                    new CommandTuple(
                            nicA.identity().bootId(), 0, 0, Objects.requireNonNull(a.vfUid), 1, 2, "1".repeat(64)),
                    new FunctionSpec(
                            "blue",
                            "blue-0",
                            Gid.parse("10.77.0.1"),
                            BLUE + 1,
                            new FunctionLimits(4, 4, 4, 4, 1 << 20))));

            assertThat(moved).isInstanceOf(AdminResult.Refused.class);
            assertThat(((AdminResult.Refused) moved).detail()).contains("VNI 77 for its life");
        }
    }
}
