package io.verbena.nic.device.overlay;

import java.util.Locale;

/** Why the overlay port let a packet not through. */
public enum OverlayDrop {
    /** No VXLAN header with a VNI, or inner lengths or an inner IPv4 checksum that do not fit. */
    MALFORMED(true),
    /** Something else than a whole RoCEv2 packet in an untagged frame: ARP, a VLAN (RFC 7348, section 6.1), a fragment. */
    NOT_ROCE(true),
    /** No function of this NIC is in the VNI. */
    UNKNOWN_VNI(true),
    /** The inner destination is a function of this NIC in another VNI. */
    FOREIGN_VNI(true),
    /** The inner destination is no function of this NIC. */
    UNKNOWN_DESTINATION(true),
    /** Nobody has said yet where the inner source lives; the control plane is asked. */
    UNKNOWN_SOURCE(true),
    /** The inner source lives at another tunnel endpoint than the outer source. */
    SPOOFED_SOURCE(true),
    /** To send: nobody has said yet where the destination lives; the control plane is asked. */
    UNKNOWN_LOCATION(false);

    private final String exposedName;

    OverlayDrop(boolean received) {
        exposedName = (received ? "dropped_packets_overlay_" : "transmit_dropped_packets_overlay_")
                + name().toLowerCase(Locale.ROOT);
    }

    /** The name in telemetry. */
    public String exposedName() {
        return exposedName;
    }
}
