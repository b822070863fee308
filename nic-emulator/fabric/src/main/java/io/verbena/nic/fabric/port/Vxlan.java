package io.verbena.nic.fabric.port;

import java.nio.ByteBuffer;

/** The VXLAN header (RFC 7348, section 5): flags with the I bit, 24 bits reserved, 24 bits VNI, 8 bits reserved. */
public final class Vxlan {
    /** UDP port (IANA). */
    public static final int UDP_PORT = 4789;

    public static final int HEADER_BYTES = 8;
    public static final int MAX_VNI = (1 << 24) - 1;

    private static final int VNI_VALID = 0x0800_0000;

    private Vxlan() {}

    /** Reserved bits are zero when sent. */
    public static void write(ByteBuffer target, int at, int vni) {
        target.putInt(at, VNI_VALID).putInt(at + 4, vni << 8);
    }

    /** The VNI, or -1 when the header does not say that it has one; reserved bits are not looked at. */
    public static int vni(ByteBuffer source, int at) {
        return (source.getInt(at) & VNI_VALID) == 0 ? -1 : source.getInt(at + 4) >>> 8;
    }
}
