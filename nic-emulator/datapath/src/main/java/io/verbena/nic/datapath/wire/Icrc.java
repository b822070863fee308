package io.verbena.nic.datapath.wire;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The invariant CRC of RoCEv2 (annex A17.5.3), computed without the IP and UDP headers at hand: a UDP socket knows their
 * fields and no more. CRC-32 over eight bytes of ones, the IP header with TOS, TTL and checksum (IPv6: traffic class,
 * flow label and hop limit) as ones, the UDP header with its checksum as ones, the BTH with byte 4 as ones, and the rest
 * to the pad. IPv4 is sent with DF and without options.
 *
 * <p>{@link #begin}, then {@link #header} and the payload calls in wire order, then {@link #finish}; the result is for
 * identification 0 and goes on the wire least significant byte first. Identification is affine in it:
 * {@link #identificationDifference} turns the ICRC for 0 into that for another. One instance an owner; allocates nothing
 * once its caches are warm.
 */
public final class Icrc {
    public static final int BYTES = TransmitTrain.ICRC_BYTES;
    /** IPv4 header without options. */
    public static final int IPV4_BYTES = 20;

    public static final int IPV6_BYTES = 40;
    public static final int UDP_BYTES = 8;

    private static final int PROTOCOL_UDP = 17;
    private static final int DONT_FRAGMENT = 0x4000;
    private static final int VERSION_4_IHL_5 = 0x45;
    private static final int VERSION_6 = 0x60;
    private static final int ONES = 0xff;
    /** The register after the eight bytes of ones that stand for the missing LRH. */
    private static final int SEED = 0xdebb_20e3;

    /** Byte 4 of the first eight of a BTH. */
    private static final long ECN_BYTE_OF_EIGHT = (long) ONES << Bth.ECN_OFFSET * Byte.SIZE;

    /** Up to this the register is stepped here; above, {@link CRC32} is faster and joined by one product. */
    private static final int SHORT_BYTES = 32;

    private static final int PATH_SLOTS = 64;
    private static final int LENGTH_SLOTS = 64;
    private static final int SHIFT_SLOTS = 64;

    private final PathSlot[] paths = new PathSlot[PATH_SLOTS];
    private final LengthSlot[] lengths = new LengthSlot[LENGTH_SLOTS];
    private final Shift[] shifts = new Shift[SHIFT_SLOTS];
    private final CRC32 bulk = new CRC32();
    private int register;

    public Icrc() {
        for (int i = 0; i < PATH_SLOTS; i++) {
            paths[i] = new PathSlot();
        }
        for (int i = 0; i < LENGTH_SLOTS; i++) {
            lengths[i] = new LengthSlot();
        }
        for (int i = 0; i < SHIFT_SLOTS; i++) {
            shifts[i] = new Shift();
        }
    }

    /** The register after IP and UDP header, kept for a path and length: a flow asks for few. */
    private static final class PathSlot {
        private long sourceHigh;
        private long sourceLow;
        private long destinationHigh;
        private long destinationLow;
        private int sourcePort;
        private int udpPayloadBytes = -1;
        private int register;
    }

    /** The product with x^(8 bytes) as a table of the nibbles of the other factor: payloads have few lengths. */
    private static final class Shift {
        private static final int NIBBLES = Integer.SIZE / 4;

        private final int[] productOfNibble = new int[NIBBLES << 4];
        private int bytes = -1;

        void setBytes(int newBytes) {
            int power = Crc32.powerOfBytes(newBytes);
            for (int bit = 0; bit < Integer.SIZE; bit++) {
                int product = Crc32.multiply(1 << bit, power);
                int row = bit >>> 2 << 4;
                int highest = 1 << (bit & 3);
                for (int lower = 0; lower < highest; lower++) {
                    productOfNibble[row + highest + lower] = productOfNibble[row + lower] ^ product;
                }
            }
            bytes = newBytes;
        }

        int multiply(int factor) {
            return productOfNibble[factor & 15]
                    ^ productOfNibble[16 + (factor >>> 4 & 15)]
                    ^ productOfNibble[32 + (factor >>> 8 & 15)]
                    ^ productOfNibble[48 + (factor >>> 12 & 15)]
                    ^ productOfNibble[64 + (factor >>> 16 & 15)]
                    ^ productOfNibble[80 + (factor >>> 20 & 15)]
                    ^ productOfNibble[96 + (factor >>> 24 & 15)]
                    ^ productOfNibble[112 + (factor >>> 28)];
        }
    }

    /** What the bits of an identification do to the ICRC of a packet of one length. */
    private static final class LengthSlot {
        private final int[] differenceOfBit = new int[Short.SIZE];
        private int ipBytes = -1;
        private int inverse;
    }

    /**
     * Starts a packet.
     *
     * @param udpPayloadBytes from the BTH to the ICRC, both included
     */
    public void begin(
            long sourceHigh,
            long sourceLow,
            long destinationHigh,
            long destinationLow,
            int sourcePort,
            int udpPayloadBytes) {
        long mixed = (sourceLow * 31 + destinationLow) * 31 + sourcePort * 31L + udpPayloadBytes;
        PathSlot slot = paths[(int) (mixed ^ mixed >>> 7) & PATH_SLOTS - 1];
        if (slot.udpPayloadBytes != udpPayloadBytes
                || slot.sourceLow != sourceLow
                || slot.destinationLow != destinationLow
                || slot.sourceHigh != sourceHigh
                || slot.destinationHigh != destinationHigh
                || slot.sourcePort != sourcePort) {
            slot.sourceHigh = sourceHigh;
            slot.sourceLow = sourceLow;
            slot.destinationHigh = destinationHigh;
            slot.destinationLow = destinationLow;
            slot.sourcePort = sourcePort;
            slot.udpPayloadBytes = udpPayloadBytes;
            slot.register = Gid.isIpv4(sourceHigh, sourceLow) ? afterIpv4(slot) : afterIpv6(slot);
        }
        register = slot.register;
    }

    private static int afterIpv4(PathSlot slot) {
        int state = Crc32.update(SEED, VERSION_4_IHL_5);
        state = Crc32.update(state, ONES);
        state = shortField(state, IPV4_BYTES + UDP_BYTES + slot.udpPayloadBytes);
        state = shortField(state, 0);
        state = shortField(state, DONT_FRAGMENT);
        state = Crc32.update(state, ONES);
        state = Crc32.update(state, PROTOCOL_UDP);
        state = shortField(state, 0xffff);
        state = intField(state, (int) slot.sourceLow);
        state = intField(state, (int) slot.destinationLow);
        return afterUdp(state, slot);
    }

    private static int afterIpv6(PathSlot slot) {
        int state = Crc32.update(SEED, VERSION_6 | 0x0f);
        state = Crc32.update(state, ONES);
        state = shortField(state, 0xffff);
        state = shortField(state, UDP_BYTES + slot.udpPayloadBytes);
        state = Crc32.update(state, PROTOCOL_UDP);
        state = Crc32.update(state, ONES);
        state = longField(state, slot.sourceHigh);
        state = longField(state, slot.sourceLow);
        state = longField(state, slot.destinationHigh);
        state = longField(state, slot.destinationLow);
        return afterUdp(state, slot);
    }

    private static int afterUdp(int afterIp, PathSlot slot) {
        int state = shortField(afterIp, slot.sourcePort);
        state = shortField(state, Bth.UDP_PORT);
        state = shortField(state, UDP_BYTES + slot.udpPayloadBytes);
        return shortField(state, 0xffff);
    }

    private static int shortField(int state, int value) {
        return Crc32.update(Crc32.update(state, value >>> 8), value);
    }

    private static int intField(int state, int value) {
        return shortField(shortField(state, value >>> 16), value);
    }

    private static int longField(int state, long value) {
        return intField(intField(state, (int) (value >>> 32)), (int) value);
    }

    /** Takes the BTH and what follows it in one run: further headers, maybe copied payload and pad. */
    public void header(MemorySegment bytes, long offset, int length) {
        register = Crc32.updateEight(register, Crc32.eight(bytes, offset) | ECN_BYTE_OF_EIGHT);
        register = Crc32.update(register, bytes, offset + Long.BYTES, length - Long.BYTES);
    }

    /** Takes some tens of bytes: copied payload or the pad. */
    public void copied(MemorySegment bytes, long offset, int length) {
        register = Crc32.update(register, bytes, offset, length);
    }

    /**
     * Takes payload by a view of host memory, whose position and limit it moves.
     *
     * @param offset of the payload in the view
     */
    public void payload(ByteBuffer view, int offset, int length) {
        view.limit(offset + length).position(offset);
        bulk.reset();
        bulk.update(view);
        // CRC(a b) = CRC(a) x^(8 |b|) + CRC(b), in final form; the register is the complement of that.
        register = ~(shift(length).multiply(~register) ^ (int) bulk.getValue());
    }

    private Shift shift(int bytes) {
        Shift shift = shifts[(bytes ^ bytes >>> 6) & SHIFT_SLOTS - 1];
        if (shift.bytes != bytes) {
            shift.setBytes(bytes);
        }
        return shift;
    }

    /** The ICRC for identification 0, as a number that is sent least significant byte first. */
    public int finish() {
        return ~register;
    }

    /** The ICRC that a received packet of at least {@link Bth#BYTES} + {@link #BYTES} ought to have, for identification 0. */
    public int compute(ReceivedTrain train, int packet) {
        int length = train.packetBytes(packet);
        int offset = train.packetOffset(packet);
        begin(train.peerHigh(), train.peerLow(), train.localHigh(), train.localLow(), train.peerPort(), length);
        int covered = length - BYTES;
        if (covered <= SHORT_BYTES) {
            header(train.bytes(), offset, covered);
        } else {
            header(train.bytes(), offset, Bth.BYTES);
            payload(train.buffer(), offset + Bth.BYTES, covered - Bth.BYTES);
        }
        return finish();
    }

    /**
     * What to XOR to an ICRC for identification 0 so that it holds for another.
     *
     * @param ipBytes IPv4 total length
     * @param identification 0 to 65535
     */
    public int identificationDifference(int ipBytes, int identification) {
        int[] differenceOfBit = lengthSlot(ipBytes).differenceOfBit;
        int difference = 0;
        for (int left = identification & 0xffff; left != 0; left &= left - 1) {
            difference ^= differenceOfBit[Integer.numberOfTrailingZeros(left)];
        }
        return difference;
    }

    /**
     * The identification that explains a difference between an observed ICRC and the one for identification 0. One wrong
     * packet in 65,536 has such an explanation.
     *
     * @return 0 to 65535, or -1 when none does
     */
    public int solveIdentification(int ipBytes, int difference) {
        int quotient = Crc32.multiply(difference, lengthSlot(ipBytes).inverse);
        return quotient >>> 16 == 0 ? swapped(quotient) : -1;
    }

    private LengthSlot lengthSlot(int ipBytes) {
        LengthSlot slot = lengths[ipBytes & LENGTH_SLOTS - 1];
        if (slot.ipBytes != ipBytes) {
            // Read as four bytes, little-endian, the field is a polynomial that the register takes in by x^32; behind
            // those four bytes come all others up to the ICRC. The field starts at byte 4 of the header.
            int powerBytes = 4 + ipBytes - BYTES - (4 + 4);
            int power = Crc32.powerOfBytes(powerBytes);
            for (int bit = 0; bit < Short.SIZE; bit++) {
                slot.differenceOfBit[bit] = Crc32.multiply(swapped(1 << bit), power);
            }
            slot.inverse = Crc32.inversePowerOfBytes(powerBytes);
            slot.ipBytes = ipBytes;
        }
        return slot;
    }

    private static int swapped(int identification) {
        return (identification & 0xff) << 8 | identification >>> 8 & 0xff;
    }
}
