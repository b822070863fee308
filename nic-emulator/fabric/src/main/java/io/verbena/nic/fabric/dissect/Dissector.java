package io.verbena.nic.fabric.dissect;

import io.verbena.nic.datapath.wire.Aeth;
import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Header;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.fabric.dissect.Dissection.Acknowledgement;
import io.verbena.nic.fabric.dissect.Dissection.Malformed;
import io.verbena.nic.fabric.dissect.Dissection.RocePacket;
import io.verbena.nic.fabric.dissect.Dissection.Skipped;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * From a captured frame to the RoCEv2 packet in it, if any: Ethernet with VLAN tags or raw IP, IPv4 with options, IPv6 with
 * extension headers, VXLAN opened. Any bytes give an answer; a packet is called malformed only once its UDP port says
 * that it means to be RoCEv2.
 */
public final class Dissector {
    private static final Skipped SKIPPED = new Skipped();
    /** VXLAN within VXLAN deeper than this is nobody's network. */
    private static final int MAX_TUNNELS = 3;

    private static final int VXLAN_UDP_PORT = 4789;
    private static final int VXLAN_BYTES = 8;
    private static final int VXLAN_VNI_VALID = 0x08;
    private static final int UDP_BYTES = Icrc.UDP_BYTES;
    private static final int MIN_ROCE_BYTES = Bth.BYTES + Icrc.BYTES;
    private static final int CNP_PAYLOAD_BYTES = 16;

    private final CapturedIcrc icrc = new CapturedIcrc();

    /**
     * Reads one frame.
     *
     * @param linkType the capture's
     * @param frame big-endian, from 0 to its limit
     */
    public Dissection onFrame(int linkType, ByteBuffer frame) {
        IpPacket ip = IpPacket.ofFrame(linkType, frame);
        for (int tunnels = 0; ip != null && ip.isUdp(); tunnels++) {
            if (!ip.has(ip.udpOffset(), UDP_BYTES)) {
                return SKIPPED;
            }
            int port = ip.udpDestinationPort();
            if (port == Bth.UDP_PORT) {
                return onRoce(ip);
            }
            if (port != VXLAN_UDP_PORT || tunnels == MAX_TUNNELS) {
                return SKIPPED;
            }
            ip = insideVxlan(ip);
        }
        return SKIPPED;
    }

    private static @Nullable IpPacket insideVxlan(IpPacket outer) {
        int vxlan = outer.udpOffset() + UDP_BYTES;
        if (!outer.has(vxlan, VXLAN_BYTES) || (outer.bytes().get(vxlan) & VXLAN_VNI_VALID) == 0) {
            return null;
        }
        return IpPacket.ofEthernet(outer.bytes(), vxlan + VXLAN_BYTES);
    }

    private Dissection onRoce(IpPacket ip) {
        ByteBuffer bytes = ip.bytes();
        int missing = ip.end() - bytes.limit();
        if (missing > 0) {
            return malformed(ip, "the capture lacks its last %d bytes".formatted(missing));
        }
        int udpBytes = bytes.getShort(ip.udpOffset() + 4) & 0xffff;
        if (udpBytes != ip.end() - ip.udpOffset()) {
            return malformed(ip, "UDP length %d in an IP payload of %d".formatted(udpBytes, ip.end() - ip.udpOffset()));
        }
        int roceBytes = udpBytes - UDP_BYTES;
        if (roceBytes < MIN_ROCE_BYTES) {
            return malformed(ip, "%d bytes hold no BTH and ICRC".formatted(roceBytes));
        }
        return onBth(ip, ip.udpOffset() + UDP_BYTES, roceBytes);
    }

    private Dissection onBth(IpPacket ip, int at, int roceBytes) {
        MemorySegment packet = MemorySegment.ofBuffer(ip.bytes());
        if (Bth.version(packet, at) != 0) {
            return malformed(ip, "transport version %d".formatted(Bth.version(packet, at)));
        }
        OpCode opCode = OpCode.of(Bth.opCodeValue(packet, at));
        if (opCode == null) {
            return malformed(ip, "unknown opcode 0x%02x".formatted(Bth.opCodeValue(packet, at)));
        }
        int padBytes = Bth.padBytes(packet, at);
        int payloadBytes = roceBytes - opCode.headerBytes() - padBytes - Icrc.BYTES;
        if (payloadBytes < 0) {
            return malformed(ip, "%d bytes are too short for %s".formatted(roceBytes, opCode.wireName()));
        }
        boolean payloadFits = switch (opCode.payloadRule()) {
            case NONE -> payloadBytes == 0;
            case RESERVED -> payloadBytes == CNP_PAYLOAD_BYTES;
            case FULL, REST, WHOLE -> true;
        };
        if (!payloadFits || roceBytes % 4 != 0) {
            return malformed(
                    ip, "payload of %d and pad of %d in %s".formatted(payloadBytes, padBytes, opCode.wireName()));
        }
        int aeth = opCode.offsetOf(Header.AETH);
        return new RocePacket(
                ip.source(),
                ip.destination(),
                opCode,
                Bth.destinationQpn(packet, at),
                Bth.psn(packet, at),
                Bth.ackRequested(packet, at),
                aeth < 0 ? null : new Acknowledgement(Aeth.syndrome(packet, at + aeth), Aeth.msn(packet, at + aeth)),
                padBytes,
                payloadBytes,
                icrc.isRight(ip));
    }

    private static Malformed malformed(IpPacket ip, String reason) {
        return new Malformed(ip.source(), ip.destination(), reason);
    }
}
