package io.verbena.nic.device.udp;

import java.util.Locale;

/** What a UDP port counts beside the NIC's own counters. */
public enum UdpCounter {
    /** Datagrams, or trains that came as one, dropped by the kernel as a socket's receive buffer was full (SO_RXQ_OVFL). */
    RECEIVE_QUEUE_OVERFLOWS,
    /** Receives that failed for another reason than that nothing was there. */
    RECEIVE_FAILURES,
    /** Datagrams longer than any RoCEv2 packet or train, dropped. */
    RECEIVE_TRUNCATED_PACKETS,
    /** Sends that the kernel did not take at the time (EAGAIN); they are tried again within the turn. */
    TRANSMIT_WOULD_BLOCK,
    /** Trains whose packets are longer than the path carries (EMSGSIZE), dropped. */
    TRANSMIT_TOO_LONG_TRAINS,
    /** Trains that the kernel refused for another reason, dropped. */
    TRANSMIT_FAILED_TRAINS,
    /** Trains whose source address is no longer open, dropped. */
    TRANSMIT_NO_SOURCE_TRAINS,
    /** Trains that a link without segmentation offload made the port send packet by packet. */
    TRANSMIT_UNSEGMENTED_TRAINS;

    /** The name in telemetry. */
    public String exposedName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
