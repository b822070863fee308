package io.verbena.nic.verbs;

import java.util.Arrays;

/** A scatter/gather list that is filled and used again. */
final class SgList {
    private long[] addresses = new long[4];
    private int[] lengths = new int[4];
    private int[] lkeys = new int[4];
    private int count;

    void clear() {
        count = 0;
    }

    /** @param length 0 to 2^32 - 1 */
    void add(long address, long length, int lkey) {
        if (length < 0 || length > 0xffff_ffffL) {
            throw new IllegalArgumentException("an SGE has 0 to 2^32 - 1 bytes, not " + length);
        }
        if (count == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
            lkeys = Arrays.copyOf(lkeys, 2 * count);
        }
        addresses[count] = address;
        lengths[count] = (int) length;
        lkeys[count] = lkey;
        count++;
    }

    int count() {
        return count;
    }

    long address(int sge) {
        return addresses[sge];
    }

    int length(int sge) {
        return lengths[sge];
    }

    int lkey(int sge) {
        return lkeys[sge];
    }
}
