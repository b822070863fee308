package io.verbena.tls;

import java.security.KeyStore;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.apache.kafka.common.security.auth.SslEngineFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS of a Kafka client, which makes one of these by its name. Kafka's own factory reads its trust store once in the life
 * of a client; this one looks at the file of authorities at each new connection.
 */
public final class KafkaEngines implements SslEngineFactory {
    static final String CA_VARIABLE = "verbena.ca.variable";
    static final String CA_FILE = "verbena.ca.file";

    private @Nullable Trust trust;

    @Override
    public void configure(Map<String, ?> settings) {
        Object file = settings.get(CA_FILE);
        trust = Trust.of(file == null ? null : new PemFile(String.valueOf(settings.get(CA_VARIABLE)), file.toString()));
    }

    @Override
    public SSLEngine createClientSslEngine(String peerHost, int peerPort, String endpointIdentification) {
        Trust current = trust;
        if (current == null) {
            throw new IllegalStateException("Kafka's client has not configured its TLS");
        }
        current.refresh();
        SSLEngine engine = current.context().createSSLEngine(peerHost, peerPort);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(endpointIdentification);
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** The interface is a broker's too; a client never asks. */
    @Override
    public SSLEngine createServerSslEngine(String peerHost, int peerPort) {
        throw new UnsupportedOperationException("brokers are not made here");
    }

    @Override
    public boolean shouldBeRebuilt(Map<String, Object> nextSettings) {
        return false;
    }

    @Override
    public Set<String> reconfigurableConfigs() {
        return Set.of();
    }

    @Override
    public @Nullable KeyStore keystore() {
        return null;
    }

    @Override
    public @Nullable KeyStore truststore() {
        return null;
    }

    @Override
    public void close() {}
}
