package io.verbena.nic.fabric.dissect;

import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Icrc;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;

/** The invariant CRC by its definition, over a masked copy of the captured bytes (annex A17.5.3). */
final class CapturedIcrc {
    private static final int LRH_ONES = 8;
    private static final byte ONES = (byte) 0xff;
    private static final int[] IPV4_MASKED = {1, 8, 10, 11};
    private static final int[] IPV6_MASKED = {1, 2, 3, 7};
    private static final int UDP_CHECKSUM_OFFSET = 6;

    private final CRC32 crc = new CRC32();

    /** Whether the last four bytes of a whole RoCEv2 packet are its ICRC. */
    boolean isRight(IpPacket ip) {
        int covered = ip.end() - Icrc.BYTES - ip.start();
        byte[] masked = new byte[LRH_ONES + covered];
        Arrays.fill(masked, 0, LRH_ONES, ONES);
        ip.bytes().get(ip.start(), masked, LRH_ONES, covered);
        if (ip.version() == 6) {
            masked[LRH_ONES] |= 0x0f;
        }
        for (int offset : ip.version() == 4 ? IPV4_MASKED : IPV6_MASKED) {
            masked[LRH_ONES + offset] = ONES;
        }
        int udp = LRH_ONES + ip.udpOffset() - ip.start();
        masked[udp + UDP_CHECKSUM_OFFSET] = ONES;
        masked[udp + UDP_CHECKSUM_OFFSET + 1] = ONES;
        masked[udp + Icrc.UDP_BYTES + Bth.ECN_OFFSET] = ONES;
        crc.reset();
        crc.update(masked);
        ByteBuffer onWire = ip.bytes().duplicate().order(ByteOrder.LITTLE_ENDIAN);
        return onWire.getInt(ip.end() - Icrc.BYTES) == (int) crc.getValue();
    }
}
