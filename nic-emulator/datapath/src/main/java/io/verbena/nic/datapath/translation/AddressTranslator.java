package io.verbena.nic.datapath.translation;

import io.verbena.nic.datapath.abi.SgeList;
import io.verbena.nic.datapath.memory.HostRange;
import io.verbena.nic.datapath.memory.RangeList;
import org.jspecify.annotations.Nullable;

/** Checks every access to registered memory: key, protection domain, rights, bounds. An empty access needs no key (IBTA C9-88). */
public final class AddressTranslator {
    private AddressTranslator() {}

    /**
     * The range behind a key when the access is allowed, else null.
     *
     * @param access bits that the region must have, 0 for local read
     */
    public static @Nullable HostRange translate(
            KeyTable keys, int key, int pd, long address, long lengthBytes, int access) {
        MemoryRegion region = keys.find(key);
        if (region == null || region.pd() != pd || (region.access() & access) != access) {
            return null;
        }
        return region.range().contains(address, lengthBytes) ? region.range() : null;
    }

    /** Whether every SGE is allowed. */
    public static boolean allows(KeyTable keys, int pd, SgeList sges, int access) {
        for (int i = 0; i < sges.count(); i++) {
            long bytes = sges.lengthBytes(i);
            if (bytes != 0 && translate(keys, sges.lkey(i), pd, sges.address(i), bytes, access) == null) {
                return false;
            }
        }
        return true;
    }

    /**
     * Resolves {@code lengthBytes} of a scatter/gather list from {@code offset} on.
     *
     * @return false when the list is too short or an SGE is not allowed; {@code into} is then of no use
     */
    public static boolean resolve(
            KeyTable keys, int pd, SgeList sges, long offset, int lengthBytes, int access, RangeList into) {
        into.clear();
        long skip = offset;
        int left = lengthBytes;
        for (int i = 0; left > 0 && i < sges.count(); i++) {
            long bytes = sges.lengthBytes(i);
            if (skip >= bytes) {
                skip -= bytes;
                continue;
            }
            int part = (int) Math.min(left, bytes - skip);
            long address = sges.address(i) + skip;
            HostRange range = translate(keys, sges.lkey(i), pd, address, part, access);
            if (range == null) {
                return false;
            }
            into.add(range, address - range.address(), part);
            left -= part;
            skip = 0;
        }
        return left == 0;
    }
}
