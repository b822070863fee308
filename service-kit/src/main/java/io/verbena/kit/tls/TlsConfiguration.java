package io.verbena.kit.tls;

import io.verbena.tls.Identity;
import io.verbena.tls.Tls;
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
import org.springframework.web.client.RestTemplate;

/** The service's {@link Tls}, the bundle of its server, and the way to the issuer's keys. */
@Configuration(proxyBeanMethods = false)
public class TlsConfiguration {
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
    static OutgoingRequests outgoingRequests(Tls tls) {
        return OutgoingRequests.of(tls);
    }

    @Bean
    JwkSetUriJwtDecoderBuilderCustomizer issuerKeys(OutgoingRequests requests) {
        return decoder -> decoder.restOperations(new RestTemplate(requests.issuer()));
    }
}
