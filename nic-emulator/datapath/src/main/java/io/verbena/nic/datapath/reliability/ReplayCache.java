package io.verbena.nic.datapath.reliability;

import io.verbena.nic.datapath.qp.Psn;
import io.verbena.nic.datapath.qp.ReadRing;

/** Keeps the READs of a responder in their order, those in work and those that may be asked for again (IBTA 9.4.5, C9-148). */
public final class ReplayCache {
    public static final int NONE = -1;

    private ReplayCache() {}

    /** Whether a further READ may be taken: the entry it would overwrite has no response left to send. */
    public static boolean hasRoom(ReadRing ring) {
        return ring.size > 0 && (ring.made < ring.size || !ring.isActive(ring.made % ring.size));
    }

    /** Enters a READ, all of whose responses are to be sent. */
    public static void add(ReadRing ring, int psn, int packets, long address, int rkey, long lengthBytes, int msn) {
        int entry = ring.made % ring.size;
        ring.made = ring.made + 1 == 2 * ring.size ? ring.size : ring.made + 1;
        ring.firstPsn[entry] = psn;
        ring.packets[entry] = packets;
        ring.address[entry] = address;
        ring.rkey[entry] = rkey;
        ring.lengthBytes[entry] = lengthBytes;
        ring.msn[entry] = msn;
        ring.startPacket[entry] = 0;
        ring.nextPacket[entry] = 0;
        ring.endPacket[entry] = packets;
        ring.endBytes[entry] = lengthBytes;
        ring.active++;
    }

    /**
     * Starts an entry again for a duplicate request: the same key, and a part of what the first one covered.
     *
     * @return false when no entry covers it
     */
    public static boolean restart(ReadRing ring, int psn, long address, int rkey, long lengthBytes, int mtu) {
        int entry = covering(ring, psn);
        if (entry == NONE) {
            return false;
        }
        int packet = Psn.distance(psn, ring.firstPsn[entry]);
        long offset = (long) packet * mtu;
        // No sum that could wrap: the address must be that of the packet, and the length what is left or less.
        if (rkey != ring.rkey[entry]
                || address - ring.address[entry] != offset
                || lengthBytes > ring.lengthBytes[entry] - offset) {
            return false;
        }
        if (!ring.isActive(entry)) {
            ring.active++;
        }
        ring.startPacket[entry] = packet;
        ring.nextPacket[entry] = packet;
        ring.endPacket[entry] = packet + Psn.packets(lengthBytes, mtu);
        ring.endBytes[entry] = offset + lengthBytes;
        return true;
    }

    /** The oldest entry with responses to send, or {@link #NONE}. */
    public static int oldestActive(ReadRing ring) {
        int count = Math.min(ring.made, ring.size);
        for (int i = ring.made - count; ring.active > 0 && i < ring.made; i++) {
            int entry = i % ring.size;
            if (ring.isActive(entry)) {
                return entry;
            }
        }
        return NONE;
    }

    /** One response of the entry was sent. */
    public static void onSent(ReadRing ring, int entry) {
        ring.nextPacket[entry]++;
        if (!ring.isActive(entry)) {
            ring.active--;
        }
    }

    /** Sends nothing more. */
    public static void stop(ReadRing ring) {
        for (int entry = 0; entry < ring.size; entry++) {
            ring.endPacket[entry] = ring.nextPacket[entry];
        }
        ring.active = 0;
    }

    private static int covering(ReadRing ring, int psn) {
        int count = Math.min(ring.made, ring.size);
        for (int i = ring.made - 1; i >= ring.made - count; i--) {
            int entry = i % ring.size;
            int packet = Psn.distance(psn, ring.firstPsn[entry]);
            if (packet >= 0 && packet < ring.packets[entry]) {
                return entry;
            }
        }
        return NONE;
    }
}
