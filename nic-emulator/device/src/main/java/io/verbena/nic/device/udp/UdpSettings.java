package io.verbena.nic.device.udp;

import io.verbena.nic.datapath.wire.Gid;

/**
 * What a UDP port is asked for; what it got is in its limits.
 *
 * @param link an address on the link that will carry the functions; its interface says how large packets may be
 * @param activeMtu RoCE path MTU in bytes, or 0 to take the largest that the link carries
 * @param receiveBufferBytes of payload that each address's socket should hold
 * @param segmentation whether to use UDP_SEGMENT where the kernel has it
 * @param coalescing whether to use UDP_GRO where the kernel has it
 */
public record UdpSettings(Gid link, int activeMtu, int receiveBufferBytes, boolean segmentation, boolean coalescing) {
    /** Holds 134 trains of 4 KiB packets; the usual net.core.rmem_max of a tuned host. */
    public static final int DEFAULT_RECEIVE_BUFFER_BYTES = 4 << 20;

    public UdpSettings {
        if (activeMtu != 0 && (Integer.bitCount(activeMtu) != 1 || activeMtu < 256 || activeMtu > 4096)) {
            throw new IllegalArgumentException("active MTU must be 256, 512, 1024, 2048 or 4096, not " + activeMtu);
        }
        if (receiveBufferBytes < 64 << 10 || receiveBufferBytes > 1 << 30) {
            throw new IllegalArgumentException("receive buffer must be 64 KiB to 1 GiB, not " + receiveBufferBytes);
        }
    }

    /** All that the kernel and the link of {@code link} give. */
    public static UdpSettings best(Gid link) {
        return new UdpSettings(link, 0, DEFAULT_RECEIVE_BUFFER_BYTES, true, true);
    }
}
