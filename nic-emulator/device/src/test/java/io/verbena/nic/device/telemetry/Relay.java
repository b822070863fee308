package io.verbena.nic.device.telemetry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A TCP port that is dead until {@link #connect}, then leads to another. */
final class Relay implements AutoCloseable {
    private final int port;
    private volatile ServerSocket server;

    Relay() throws IOException {
        try (ServerSocket reserved = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = reserved.getLocalPort();
        }
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    void connect(String target) throws IOException {
        server = new ServerSocket(port, 16, InetAddress.getLoopbackAddress());
        int targetPort = Integer.parseInt(target.substring(target.lastIndexOf(':') + 1));
        Thread.ofVirtual().start(() -> accept(server, targetPort));
    }

    private static void accept(ServerSocket server, int targetPort) {
        while (!server.isClosed()) {
            try {
                Socket near = server.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), targetPort);
                Thread.ofVirtual().start(() -> copy(near, far));
                Thread.ofVirtual().start(() -> copy(far, near));
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One side hung up, and both are closed.
        }
    }

    @Override
    public void close() {
        try {
            if (server != null) {
                server.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
