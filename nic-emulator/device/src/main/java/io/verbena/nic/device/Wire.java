package io.verbena.nic.device;

import io.verbena.contracts.nic.WireKind;
import io.verbena.nic.device.linux.Epoll;
import io.verbena.nic.device.overlay.Locations;
import io.verbena.nic.device.overlay.OverlayPort;
import io.verbena.nic.device.udp.UdpPort;
import io.verbena.nic.fabric.port.FaultRates;
import io.verbena.nic.fabric.port.FaultyPort;
import io.verbena.nic.fabric.port.PcapPort;
import io.verbena.nic.fabric.port.PcapWriter;
import io.verbena.nic.fabric.port.Port;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A NIC's stack of ports: UDP or the overlay, above it the capture, which sees what was sealed, above that the faults,
 * which harm what is not sealed yet.
 */
final class Wire implements AutoCloseable {
    private final Bottom bottom;
    private final Port port;
    private final @Nullable FaultyPort faults;
    private final @Nullable PcapWriter capture;

    /**
     * What is below capture and faults.
     *
     * @param locations who is where, null on a wire without tenants
     */
    private record Bottom(
            Port port,
            Epoll readiness,
            Supplier<Map<String, Long>> counts,
            @Nullable Locations locations) {}

    private Wire(Bottom bottom, Port port, @Nullable FaultyPort faults, @Nullable PcapWriter capture) {
        this.bottom = bottom;
        this.port = port;
        this.faults = faults;
        this.capture = capture;
    }

    /** @param shared a capture that several NICs write and that the caller closes, or null */
    static Wire open(NicProperties properties, @Nullable PcapWriter shared) throws IOException {
        PcapWriter own = properties.pcap() == null || shared != null ? null : PcapWriter.create(properties.pcap());
        PcapWriter writer = shared == null ? own : shared;
        Bottom bottom;
        try {
            bottom = properties.wire() == WireKind.OVERLAY ? overlay(properties) : udp(properties);
        } catch (IOException e) {
            if (own != null) {
                own.close();
            }
            throw e;
        }
        Port port = writer == null ? bottom.port() : new PcapPort(bottom.port(), writer, Wire::epochNs);
        FaultyPort faults = null;
        if (properties.lossPercent() > 0) {
            faults = new FaultyPort(
                    port,
                    FaultRates.ofLoss(properties.lossPercent()),
                    DatapathThread.TRAINS_OUT_PER_TURN,
                    properties.seed());
            port = faults;
        }
        return new Wire(bottom, port, faults, own);
    }

    private static Bottom udp(NicProperties properties) throws IOException {
        UdpPort udp = new UdpPort(properties.udp());
        return new Bottom(udp, udp.readiness(), udp.counters()::snapshot, null);
    }

    private static Bottom overlay(NicProperties properties) throws IOException {
        Locations locations = new Locations();
        OverlayPort overlay = new OverlayPort(properties.udp(), locations);
        Supplier<Map<String, Long>> counts = () -> {
            Map<String, Long> all = new HashMap<>(overlay.counters().snapshot());
            all.putAll(overlay.drops().snapshot());
            return all;
        };
        return new Bottom(overlay, overlay.readiness(), counts, locations);
    }

    private static long epochNs() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    /** The top of the stack; the owner closes it. */
    Port port() {
        return port;
    }

    Epoll readiness() {
        return bottom.readiness();
    }

    /** Who is where, null on a wire without tenants. */
    @Nullable
    Locations locations() {
        return bottom.locations();
    }

    /** What the ports count, by exposed name. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new HashMap<>(bottom.counts().get());
        if (faults != null) {
            counts.put("fault_lost_packets", faults.lostPackets());
        }
        return counts;
    }

    /** After the owner has closed the ports. */
    void closeCapture() throws IOException {
        if (capture != null) {
            capture.close();
        }
    }

    @Override
    public void close() throws IOException {
        port.close();
        closeCapture();
    }
}
