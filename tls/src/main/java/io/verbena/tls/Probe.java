package io.verbena.tls;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The images' health check where the API is HTTPS, which bash cannot speak: whether {@code /readyz} on a port of the
 * loopback answers 200. It takes any certificate, as Kubernetes' probes do: it sends no secret, and asks after itself.
 */
public final class Probe {
    private static final int LIMIT_MS = 4_000;
    private static final String REQUEST = "GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";

    private Probe() {}

    /** Exits with 0 when ready, else with 1, having said what the answer was. */
    public static void main(String[] arguments) {
        int port = Integer.parseInt(arguments[0]);
        String answer;
        try {
            answer = ask(port);
        } catch (IOException | GeneralSecurityException e) {
            answer = "nothing answered on port " + port + ": " + e.getMessage();
        }
        if (!answer.startsWith("200")) {
            System.out.println(answer);
            System.exit(1);
        }
    }

    /** Status and last line of the answer. */
    static String ask(int port) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Anyone()}, null);
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(loopback, port), LIMIT_MS);
            plain.setSoTimeout(LIMIT_MS);
            try (SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(plain, "127.0.0.1", port, true)) {
                socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                String[] status = String.valueOf(in.readLine()).split(" ", 3);
                String last = in.lines().reduce("", (before, line) -> line.isBlank() ? before : line);
                return status.length < 2 ? "no HTTP" : status[1] + " " + last;
            }
        }
    }

    private static final class Anyone extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
