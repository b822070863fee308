package io.verbena.nic.device;

import io.verbena.nic.device.linux.Epoll;
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
import org.jspecify.annotations.Nullable;

/**
 * A NIC's stack of ports: UDP, above it the capture, which sees what was sealed, above that the faults, which harm what is
 * not sealed yet.
 */
final class Wire implements AutoCloseable {
    private final UdpPort udp;
    private final Port port;
    private final @Nullable FaultyPort faults;
    private final @Nullable PcapWriter capture;

    private Wire(UdpPort udp, Port port, @Nullable FaultyPort faults, @Nullable PcapWriter capture) {
        this.udp = udp;
        this.port = port;
        this.faults = faults;
        this.capture = capture;
    }

    /** @param shared a capture that several NICs write and that the caller closes, or null */
    static Wire open(NicProperties properties, @Nullable PcapWriter shared) throws IOException {
        PcapWriter own = properties.pcap() == null || shared != null ? null : PcapWriter.create(properties.pcap());
        PcapWriter writer = shared == null ? own : shared;
        UdpPort udp;
        try {
            udp = new UdpPort(properties.udp());
        } catch (IOException e) {
            if (own != null) {
                own.close();
            }
            throw e;
        }
        Port port = writer == null ? udp : new PcapPort(udp, writer, Wire::epochNs);
        FaultyPort faults = null;
        if (properties.lossPercent() > 0) {
            faults = new FaultyPort(
                    port,
                    FaultRates.ofLoss(properties.lossPercent()),
                    DatapathThread.TRAINS_OUT_PER_TURN,
                    properties.seed());
            port = faults;
        }
        return new Wire(udp, port, faults, own);
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
        return udp.readiness();
    }

    /** What the ports count, by exposed name. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new HashMap<>(udp.counters().snapshot());
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
