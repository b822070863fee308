package io.verbena.kit.tls;

import io.verbena.tls.Tls;
import java.net.http.HttpClient;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.springframework.http.client.JdkClientHttpRequestFactory;

/**
 * What a service calls others with; it waits 2 s for a connection and 10 s for an answer.
 *
 * @param parts for other parts of this system
 * @param issuer for the issuer, which may be somebody else's
 */
public record OutgoingRequests(JdkClientHttpRequestFactory parts, JdkClientHttpRequestFactory issuer) {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    public static OutgoingRequests of(Tls tls) {
        SSLContext trusted = tls.client();
        SSLContext issuerTrusted = tls.issuerClient();
        JdkClientHttpRequestFactory parts = requests(trusted);
        // A client is a thread: one is enough while both trust the same.
        return new OutgoingRequests(parts, issuerTrusted == trusted ? parts : requests(issuerTrusted));
    }

    private static JdkClientHttpRequestFactory requests(SSLContext context) {
        var requests = new JdkClientHttpRequestFactory(HttpClient.newBuilder()
                .sslContext(context)
                .connectTimeout(CONNECT_TIMEOUT)
                .build());
        requests.setReadTimeout(READ_TIMEOUT);
        return requests;
    }
}
