package io.verbena.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A port of loopback behind which a server may be or not, so that a test can take PostgreSQL or Kafka away and give it back
 * without stopping it. While the link is cut, connections are refused, and those that were open are closed.
 */
public final class TcpLink implements AutoCloseable {
    /** Bound and never listening: keeps the port ours while the link is cut, and lets connections be refused. */
    private final Socket reservation;

    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private @Nullable ServerSocket listener;
    private @Nullable Thread acceptor;

    private TcpLink(Socket reservation) {
        this.reservation = reservation;
    }

    /** A link on a free port, cut. */
    public static TcpLink cutOff() {
        try {
            var reservation = new Socket();
            reservation.setReuseAddress(true);
            reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return new TcpLink(reservation);
        } catch (IOException e) {
            throw new UncheckedIOException("reserving a port", e);
        }
    }

    public int port() {
        return reservation.getLocalPort();
    }

    /** {@code host:port} */
    public String address() {
        return "127.0.0.1:" + port();
    }

    /** Forwards to a port of loopback from now on. */
    public synchronized void connect(int targetPort) {
        try {
            var socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()));
            listener = socket;
            acceptor = Thread.ofVirtual().name("link " + port()).start(() -> accept(socket, targetPort));
        } catch (IOException e) {
            throw new UncheckedIOException("listening on port " + port(), e);
        }
    }

    public synchronized void cut() {
        closeQuietly(listener);
        listener = null;
        awaitEnd(acceptor);
        acceptor = null;
        open.forEach(TcpLink::closeQuietly);
        open.clear();
    }

    @Override
    public void close() {
        cut();
        closeQuietly(reservation);
    }

    private void accept(ServerSocket socket, int targetPort) {
        while (!socket.isClosed()) {
            try {
                Socket near = socket.accept();
                open.add(near);
                Socket far = new Socket(InetAddress.getLoopbackAddress(), targetPort);
                open.add(far);
                Thread.ofVirtual().start(() -> copy(near, far));
                Thread.ofVirtual().start(() -> copy(far, near));
                if (socket.isClosed()) {
                    // It was cut while this connection was made.
                    closeQuietly(near);
                    closeQuietly(far);
                }
            } catch (IOException e) {
                // The listener was closed, or the target does not listen; the loop's condition tells which.
            }
        }
    }

    private void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One side ended the connection, and with it the other ends too.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    /** The port is free again only once the thread has left {@code accept}. */
    private static void awaitEnd(@Nullable Thread thread) {
        try {
            if (thread != null && !thread.join(Duration.ofSeconds(10))) {
                throw new IllegalStateException(thread.getName() + " does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeQuietly(@Nullable AutoCloseable resource) {
        try {
            if (resource != null) {
                resource.close();
            }
        } catch (Exception e) {
            // Closed is all it has to be.
        }
    }
}
