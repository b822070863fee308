package io.verbena.sriov.vf.model;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * The IPv4 network that VF addresses come from. Host number 0 and the last one are never given out.
 *
 * @param network first address, as an unsigned 32-bit number
 * @param prefixLength bits of the network, 8 to 30
 */
public record AddressPool(int network, int prefixLength) {
    public AddressPool {
        if (prefixLength < 8 || prefixLength > 30) {
            throw new IllegalArgumentException("an address pool has 8 to 30 network bits, not " + prefixLength);
        }
        if ((network & hostMask(prefixLength)) != 0) {
            throw new IllegalArgumentException("the address pool's first address has bits below its prefix set");
        }
    }

    /** Reads {@code 127.77.0.0/16}. */
    public static AddressPool parse(String cidr) {
        int slash = cidr.indexOf('/');
        String address = slash < 0 ? "" : cidr.substring(0, slash);
        if (!address.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}")
                || !cidr.substring(slash + 1).matches("[0-9]{1,2}")) {
            throw new IllegalArgumentException("an address pool is written like 127.77.0.0/16, not " + cidr);
        }
        return new AddressPool(toInt(address), Integer.parseInt(cidr.substring(slash + 1)));
    }

    /** How many addresses it can give out. */
    public int size() {
        return hostMask(prefixLength) - 1;
    }

    /** The literal of host {@code number mod size}, counted from 0. */
    public String address(long number) {
        int host = network + 1 + (int) Math.floorMod(number, (long) size());
        return (host >>> 24) + "." + (host >>> 16 & 255) + "." + (host >>> 8 & 255) + "." + (host & 255);
    }

    private static int hostMask(int prefixLength) {
        return (1 << (32 - prefixLength)) - 1;
    }

    private static int toInt(String literal) {
        try {
            byte[] b = InetAddress.getByName(literal).getAddress();
            return (b[0] & 255) << 24 | (b[1] & 255) << 16 | (b[2] & 255) << 8 | (b[3] & 255);
        } catch (UnknownHostException notANumber) {
            throw new IllegalArgumentException(literal + " is no IPv4 address", notANumber);
        }
    }
}
