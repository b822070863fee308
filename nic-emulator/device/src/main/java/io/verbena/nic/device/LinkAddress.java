package io.verbena.nic.device;

import io.verbena.nic.datapath.wire.Gid;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The address of a NIC's link, as people write it: a literal, a host name, or {@code auto}. */
final class LinkAddress {
    private static final String AUTO = "auto";
    /** Interface, destination and so on, in columns; the default route has destination 0. */
    private static final Path ROUTES = Path.of("/proc/net/route");

    private static final String NO_NETWORK = "00000000";

    private LinkAddress() {}

    /** @throws IllegalArgumentException when no address comes of it, saying why */
    static Gid of(String text) {
        if (text.equals(AUTO)) {
            return Gid.of(ofDefaultInterface());
        }
        try {
            return Gid.of(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("an address, a host name that is known here, or auto", e);
        }
    }

    /** Of the interface that has the default route; where none has, of the only one there is. */
    private static InetAddress ofDefaultInterface() {
        List<InetAddress> candidates = new ArrayList<>();
        try {
            String preferred = defaultInterface();
            for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
                boolean wanted = preferred == null
                        ? each.isUp() && !each.isLoopback()
                        : each.getName().equals(preferred);
                if (wanted) {
                    candidates.addAll(usable(each));
                }
            }
            if (preferred == null && candidates.size() > 1) {
                throw new IllegalArgumentException("without a default route it could be any of " + candidates);
            }
        } catch (SocketException e) {
            throw new IllegalArgumentException("the interfaces cannot be read: " + e.getMessage(), e);
        }
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("no interface but the loopback has an address; name one");
        }
        return candidates.getFirst();
    }

    /** IPv4 first. */
    private static List<InetAddress> usable(NetworkInterface each) {
        return Collections.list(each.getInetAddresses()).stream()
                .filter(address -> !address.isLinkLocalAddress())
                .sorted((a, b) -> Integer.compare(a.getAddress().length, b.getAddress().length))
                .limit(1)
                .toList();
    }

    private static @Nullable String defaultInterface() {
        try {
            for (String line : Files.readAllLines(ROUTES)) {
                String[] columns = line.trim().split("\\s+");
                if (columns.length > 1 && columns[1].equals(NO_NETWORK)) {
                    return columns[0];
                }
            }
            return null;
        } catch (IOException e) {
            return null;
        }
    }
}
