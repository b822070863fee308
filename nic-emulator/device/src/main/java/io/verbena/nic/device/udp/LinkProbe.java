package io.verbena.nic.device.udp;

import io.verbena.nic.datapath.wire.TransmitTrain;
import io.verbena.nic.fabric.port.PortLimits;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out what the kernel and the link of a port carry, and says what is missing. */
public final class LinkProbe {
    private static final Logger log = LoggerFactory.getLogger(LinkProbe.class);

    private LinkProbe() {}

    /**
     * Tries a socket on the link's address.
     *
     * @param tunnelBytes of the headers that a tunnel puts around each packet on the link
     * @param packetOverheadBytes what the port puts before each packet within a send
     * @throws IOException when the link's address cannot be had, or its packets are too small for RoCE
     */
    public static PortLimits limits(UdpSettings settings, int tunnelBytes, int packetOverheadBytes) throws IOException {
        try (UdpSocket socket = new UdpSocket(settings.link(), 0, settings)) {
            int segments = settings.segmentation() ? SegmentationProbe.maxSegments(socket) : 1;
            if (settings.segmentation() && segments == 1) {
                log.warn("no UDP_SEGMENT here: packets are sent one by one, about 20 times slower");
            }
            if (settings.coalescing() && !socket.coalesces()) {
                log.warn("no UDP_GRO here: packets are received one by one, about 5 times slower");
            }
            return new PortLimits(
                    activeMtu(settings, tunnelBytes),
                    Math.min(segments, TransmitTrain.MAX_PACKETS),
                    socket.receiveBufferBytes(),
                    packetOverheadBytes);
        }
    }

    private static int activeMtu(UdpSettings settings, int tunnelBytes) throws IOException {
        Link link = Link.of(settings.link());
        if (link == null) {
            throw new IOException("no link for RoCE at " + settings.link() + ": no interface has its network");
        }
        int largest = link.roceMtu(tunnelBytes);
        if (largest == 0) {
            throw new IOException("no link for RoCE at " + settings.link() + ": " + link.name() + " has MTU "
                    + link.mtuBytes() + ", and " + Link.leastMtuBytes(tunnelBytes) + " is the least");
        }
        if (settings.activeMtu() > largest) {
            throw new IOException("an active MTU of " + settings.activeMtu() + " does not fit " + link.name() + " (MTU "
                    + link.mtuBytes() + (tunnelBytes == 0 ? "" : ", " + tunnelBytes + " for the tunnel") + "): take "
                    + largest + ", or raise the link's MTU");
        }
        return settings.activeMtu() == 0 ? largest : settings.activeMtu();
    }
}
