package io.verbena.standalone.system;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;

/** Finds ports of the loopback that nobody listens on; each is given once. */
final class FreePorts {
    private static final int TRIES = 100;

    private final Set<Integer> given = new HashSet<>();

    /** {@code wanted}, or the next one above it that is free. */
    int tcpFrom(int wanted) throws StartFailure {
        for (int port = wanted; port < Math.min(wanted + TRIES, 1 << 16); port++) {
            if (!given.contains(port) && free(port)) {
                given.add(port);
                return port;
            }
        }
        throw new StartFailure("no TCP port from " + wanted + " to " + (wanted + TRIES - 1)
                + " is free on 127.0.0.1; end what holds them (ss -ltnp lists it)");
    }

    /** Any free port. */
    int tcp() throws StartFailure {
        for (int i = 0; i < TRIES; i++) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                if (given.add(socket.getLocalPort())) {
                    return socket.getLocalPort();
                }
            } catch (IOException e) {
                throw new StartFailure("no free TCP port on 127.0.0.1", e);
            }
        }
        throw new StartFailure("no free TCP port on 127.0.0.1");
    }

    /** Whether a NIC could take UDP {@code port} of an address. */
    static boolean udpFree(InetAddress address, int port) {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(address, port))) {
            return socket.isBound();
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean free(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // As a server binds: what only lingers after a closed connection does not count.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
