package io.verbena.standalone.system;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What differs between two runs.
 *
 * @param firstHttpPort where the services' ports begin; each takes the next free one
 * @param addressPool the VFs' addresses, a /16 of the loopback network, such as {@code 127.77.0.0/16}
 * @param lossPercent of packets that each NIC's port drops on purpose, 0 to 50
 * @param pcap where every packet of the run is written, null for nowhere
 * @param seed of whatever the NICs draw
 */
public record Settings(
        int firstHttpPort,
        String addressPool,
        int lossPercent,
        @Nullable Path pcap,
        long seed) {
    public static final int DEFAULT_HTTP_PORT = 8081;
    public static final String DEFAULT_ADDRESS_POOL = "127.77.0.0/16";
    public static final int MAX_LOSS_PERCENT = 50;
    public static final int MAX_FIRST_HTTP_PORT = 65_000;
    public static final long DEFAULT_SEED = 1;

    /** Network 0 is left out, as 127.0.0.1 is the services'; 255 too. */
    private static final Pattern ADDRESS_POOL =
            Pattern.compile("127\\.([1-9]|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-4])\\.0\\.0/16");

    public Settings {
        if (firstHttpPort < 1 || firstHttpPort > MAX_FIRST_HTTP_PORT) {
            throw new IllegalArgumentException(
                    "firstHttpPort is from 1 to " + MAX_FIRST_HTTP_PORT + ", not " + firstHttpPort);
        }
        if (!isAddressPool(addressPool)) {
            throw new IllegalArgumentException("addressPool is 127.N.0.0/16, not " + addressPool);
        }
        if (lossPercent < 0 || lossPercent > MAX_LOSS_PERCENT) {
            throw new IllegalArgumentException("lossPercent is from 0 to " + MAX_LOSS_PERCENT + ", not " + lossPercent);
        }
    }

    public static Settings defaults() {
        return new Settings(DEFAULT_HTTP_PORT, DEFAULT_ADDRESS_POOL, 0, null, DEFAULT_SEED);
    }

    public static boolean isAddressPool(String text) {
        return ADDRESS_POOL.matcher(text).matches();
    }

    public Settings withLossPercent(int percent) {
        return new Settings(firstHttpPort, addressPool, percent, pcap, seed);
    }

    public Settings withPcap(@Nullable Path file) {
        return new Settings(firstHttpPort, addressPool, lossPercent, file, seed);
    }

    public Settings withAddressPool(String pool) {
        return new Settings(firstHttpPort, pool, lossPercent, pcap, seed);
    }
}
