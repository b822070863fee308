#!/usr/bin/env python3
"""Says whether every RoCEv2 packet of a capture carries the right invariant CRC.

usage: icrc_check.py FILE.pcap

Written from the rules, not from Verbena's code: the ICRC is the CRC-32 of Ethernet, sent least significant byte first,
over eight bytes of ones (where InfiniBand has its local route header) and the packet from its IP header to the last
byte before the ICRC, in which every field that a router may change counts as ones (IBTA volume 1, annex A17, 17.3.3):
  IPv4  type of service, time to live, header checksum
  IPv6  traffic class, flow label, hop limit
  UDP   checksum
  BTH   the byte with FECN, BECN and the reserved bits
Prints "packets N, bad M" and ends with 1 when M > 0 or N is 0.
"""
import struct
import sys

ETHERNET, IPV4, IPV6, VLAN, UDP, ROCE = 1, 0x0800, 0x86DD, 0x8100, 17, 4791

TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = (byte >> 1) ^ (0xEDB88320 if byte & 1 else 0)
    TABLE.append(byte)


def crc32_bitwise(data, crc=0xFFFFFFFF):
    """The CRC-32 by its definition; slow, and here to vouch for the library's."""
    for octet in data:
        crc = (crc >> 8) ^ TABLE[(crc ^ octet) & 0xFF]
    return crc ^ 0xFFFFFFFF


try:
    from zlib import crc32
except ImportError:
    crc32 = crc32_bitwise


def records(path):
    """The captured bytes of each record of a classic pcap file of Ethernet frames, either byte order."""
    with open(path, "rb") as capture:
        magic, = struct.unpack("<I", capture.read(4))
        order = {0xA1B2C3D4: "<", 0xA1B23C4D: "<", 0xD4C3B2A1: ">", 0x4D3CB2A1: ">"}.get(magic)
        if order is None:
            sys.exit(f"{path} is no classic pcap file")
        link, = struct.unpack(order + "16xI", capture.read(20))
        if link & 0xFFFF != ETHERNET:
            sys.exit(f"{path} holds no Ethernet frames")
        while header := capture.read(16):
            _, _, captured, original = struct.unpack(order + "IIII", header)
            frame = capture.read(captured)
            yield frame if captured == original else None


def roce(frame):
    """The IP packet and the offset of its UDP header, or nothing when it is not RoCEv2."""
    at = 12
    kind, = struct.unpack_from("!H", frame, at)
    while kind == VLAN:
        at += 4
        kind, = struct.unpack_from("!H", frame, at)
    packet = frame[at + 2:]
    if kind == IPV4:
        udp, length, protocol = 4 * (packet[0] & 15), struct.unpack_from("!H", packet, 2)[0], packet[9]
    elif kind == IPV6:
        udp, length, protocol = 40, 40 + struct.unpack_from("!H", packet, 4)[0], packet[6]
    else:
        return None
    if protocol != UDP or struct.unpack_from("!H", packet, udp + 2)[0] != ROCE:
        return None
    return bytearray(packet[:length]), udp


def right(packet, udp):
    """Whether the last four bytes are the ICRC of what comes before them."""
    icrc, packet = bytes(packet[-4:]), packet[:-4]
    if packet[0] >> 4 == 4:
        ones = [1, 8, 10, 11]
    else:
        packet[0] |= 0x0F
        ones = [1, 2, 3, 7]
    for offset in ones + [udp + 6, udp + 7, udp + 8 + 4]:
        packet[offset] = 0xFF
    return struct.pack("<I", crc32(b"\xff" * 8 + packet)) == icrc


def main(path):
    assert crc32(b"123456789") == crc32_bitwise(b"123456789") == 0xCBF43926
    packets = bad = 0
    for number, frame in enumerate(records(path), 1):
        found = frame and roce(frame)
        if frame is None or found:
            packets += 1
            if frame is None or not right(*found):
                bad += 1
                print(f"record {number} is " + ("cut short" if frame is None else "wrong"))
    print(f"packets {packets}, bad {bad}")
    return 1 if bad or not packets else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
