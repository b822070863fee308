package io.verbena.tls;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.jspecify.annotations.Nullable;

/** Settings of Kafka's clients from {@code VERBENA_KAFKA_*}; none where nothing is set. The password never shows in a log. */
public record KafkaSecurity(Map<String, String> settings) {
    public static final KafkaSecurity NONE = new KafkaSecurity(Map.of());

    public static final String PROTOCOL = "VERBENA_KAFKA_SECURITY_PROTOCOL";
    public static final String CA = "VERBENA_KAFKA_CA";
    public static final String MECHANISM = "VERBENA_KAFKA_SASL_MECHANISM";
    public static final String USERNAME = "VERBENA_KAFKA_SASL_USERNAME";
    public static final String PASSWORD = "VERBENA_KAFKA_SASL_PASSWORD";

    private static final String PLAIN = "PLAINTEXT";
    private static final Set<String> PROTOCOLS = Set.of(PLAIN, "SSL", "SASL_PLAINTEXT", "SASL_SSL");
    private static final Map<String, String> LOGINS = Map.of(
            "PLAIN", "org.apache.kafka.common.security.plain.PlainLoginModule",
            "SCRAM-SHA-256", "org.apache.kafka.common.security.scram.ScramLoginModule",
            "SCRAM-SHA-512", "org.apache.kafka.common.security.scram.ScramLoginModule");

    /** @throws TlsException naming the variable and what it takes */
    public static KafkaSecurity of(Function<String, @Nullable String> variables) {
        String set = variables.apply(PROTOCOL);
        String protocol = set == null || set.isBlank() ? PLAIN : set;
        if (!PROTOCOLS.contains(protocol)) {
            throw new TlsException(
                    PROTOCOL + " cannot be '" + protocol + "': it is one of " + new TreeSet<>(PROTOCOLS));
        }
        if (!protocol.endsWith("SSL")) {
            refuse(variables, protocol, "SSL or SASL_SSL", CA);
        }
        if (!protocol.startsWith("SASL")) {
            refuse(variables, protocol, "SASL_PLAINTEXT or SASL_SSL", MECHANISM, USERNAME, PASSWORD);
        }
        if (protocol.equals(PLAIN)) {
            return NONE;
        }
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol);
        if (protocol.endsWith("SSL")) {
            settings.put(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, KafkaEngines.class.getName());
            PemFile own = Tls.file(variables, CA);
            PemFile ca = own == null ? Tls.file(variables, Tls.CA) : own;
            if (ca != null) {
                // Now, as Kafka's client would try a file that is wrong for ever.
                Trust.of(ca);
                settings.put(KafkaEngines.CA_VARIABLE, ca.variable());
                settings.put(KafkaEngines.CA_FILE, ca.path());
            }
        }
        if (protocol.startsWith("SASL")) {
            String mechanism = variables.apply(MECHANISM);
            String login = LOGINS.get(mechanism == null ? "" : mechanism);
            if (mechanism == null || login == null) {
                throw new TlsException(
                        MECHANISM + " cannot be '" + mechanism + "': it is one of " + new TreeSet<>(LOGINS.keySet()));
            }
            settings.put(SaslConfigs.SASL_MECHANISM, mechanism);
            settings.put(
                    SaslConfigs.SASL_JAAS_CONFIG,
                    login + " required username=" + quoted(needed(variables, USERNAME)) + " password="
                            + quoted(needed(variables, PASSWORD)) + ";");
        }
        return new KafkaSecurity(settings);
    }

    /** What would be without effect was meant otherwise. */
    private static void refuse(
            Function<String, @Nullable String> variables, String protocol, String possible, String... idle) {
        for (String variable : idle) {
            String value = variables.apply(variable);
            if (value != null && !value.isBlank()) {
                throw new TlsException(variable + " needs " + PROTOCOL + " " + possible + ", and it is " + protocol);
            }
        }
    }

    private static String needed(Function<String, @Nullable String> variables, String variable) {
        String value = variables.apply(variable);
        if (value == null || value.isBlank()) {
            throw new TlsException(variable + " is needed for SASL");
        }
        return value;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    public String toString() {
        return settings.getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, PLAIN);
    }
}
