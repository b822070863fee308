package io.verbena.kit.tls;

import io.verbena.tls.Identity;
import io.verbena.tls.Tls;
import java.net.http.HttpClient;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.ssl.SslBundleRegistrar;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.JwkSetUriJwtDecoderBuilderCustomizer;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStore;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;

/** The service's {@link Tls}, the bundle of its server, and the way to the issuer's keys. */
@Configuration(proxyBeanMethods = false)
public class TlsConfiguration {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    @Bean
    static Tls tls(Environment environment, @Value("${verbena.tls.period:5s}") Duration period) {
        return Tls.start(environment::getProperty, period);
    }

    /** The server takes a bundle that is updated for its next connections; what is bad does not get so far. */
    @Bean
    static SslBundleRegistrar serverBundle(Tls tls) {
        return registry -> {
            tls.identity().ifPresent(identity -> registry.registerBundle(TlsDefaults.BUNDLE, bundle(identity)));
            tls.onIdentity(identity -> registry.updateBundle(TlsDefaults.BUNDLE, bundle(identity)));
        };
    }

    private static SslBundle bundle(Identity identity) {
        return SslBundle.of(new PemSslStoreBundle(PemSslStore.of(identity.chain(), identity.key()), null));
    }

    @Bean
    JwkSetUriJwtDecoderBuilderCustomizer issuerKeys(Tls tls) {
        var requests = new JdkClientHttpRequestFactory(HttpClient.newBuilder()
                .sslContext(tls.issuerClient())
                .connectTimeout(CONNECT_TIMEOUT)
                .build());
        requests.setReadTimeout(READ_TIMEOUT);
        return decoder -> decoder.restOperations(new RestTemplate(requests));
    }
}
