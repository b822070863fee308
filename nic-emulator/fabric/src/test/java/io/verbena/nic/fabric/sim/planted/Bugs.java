package io.verbena.nic.fabric.sim.planted;

import io.verbena.nic.datapath.qp.Psn;
import io.verbena.nic.datapath.qp.ReadRing;
import io.verbena.nic.datapath.reliability.ReplayCache;
import io.verbena.nic.datapath.translation.KeyTable;
import io.verbena.nic.datapath.translation.MemoryRegion;

/** What planted bugs call in place of the right method; each has that method's parameters, receiver first. */
public final class Bugs {
    private static final int KEY_USES = 256;

    private Bugs() {}

    /** One PSN too many is acknowledged. */
    public static int acknowledgedPsn(int psn, int count) {
        return Psn.add(psn, count + 1);
    }

    /** The circle is taken for a line. */
    public static int distanceOnALine(int a, int b) {
        return a - b;
    }

    /** The bits of a key that count its index's uses are not looked at. */
    public static MemoryRegion findByIndexAlone(KeyTable keys, int key) {
        MemoryRegion region = keys.find(key);
        for (int use = 1; region == null && use < KEY_USES; use++) {
            region = keys.find(key ^ use);
        }
        return region;
    }

    /** The address in a repeated READ request, which is that of the first missing byte, is taken for the READ's first. */
    public static boolean restartFromTheWrongPlace(
            ReadRing ring, int psn, long address, int rkey, long lengthBytes, int mtu) {
        boolean kept = ReplayCache.restart(ring, psn, address, rkey, lengthBytes, mtu);
        for (int entry = 0; kept && entry < ring.size; entry++) {
            if (Psn.add(ring.firstPsn[entry], ring.startPacket[entry]) == psn && ring.isActive(entry)) {
                ring.address[entry] = address;
            }
        }
        return kept;
    }
}
