package io.verbena.nic.device;

import io.verbena.contracts.nic.WireKind;
import io.verbena.nic.device.NicProperties.AdminProperties;
import io.verbena.nic.device.NicProperties.KafkaProperties;
import io.verbena.nic.device.NicProperties.ManagerProperties;
import io.verbena.nic.device.control.ClientCredentials;
import io.verbena.nic.device.udp.UdpSettings;
import io.verbena.tls.KafkaSecurity;
import io.verbena.tls.Tls;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Properties from {@code VERBENA_NIC_*} variables, each of which may be in a file that {@code VERBENA_NIC_*_FILE} names. A
 * variable nobody knows is an error: it is a misspelt one.
 */
final class NicEnvironment {
    private static final String PREFIX = "VERBENA_NIC_";
    private static final Set<String> KNOWN = Set.of(
            "NAME",
            "HOST",
            "FUNCTIONS",
            "SEED",
            "WIRE",
            "LINK",
            "MTU",
            "RECEIVE_BUFFER",
            "SEGMENTATION",
            "COALESCING",
            "LOSS_PERCENT",
            "PCAP",
            "ADMIN_ADDRESS",
            "ADVERTISED_URL",
            "EXERCISER",
            "MANAGER_URL",
            "LEDGER_URL",
            "CLIENT_ID",
            "CLIENT_SECRET");

    private final Map<String, String> variables;

    private NicEnvironment(Map<String, String> variables) {
        this.variables = variables;
    }

    /** @throws IllegalArgumentException naming the variable and what it takes */
    static NicProperties read(Map<String, String> variables) {
        return new NicEnvironment(SecretFiles.resolve(variables)).read();
    }

    private NicProperties read() {
        refuseUnknown();
        String name = required("NAME");
        return new NicProperties(
                name,
                text("HOST", name),
                parsed("FUNCTIONS", "16", Integer::parseInt),
                parsed("SEED", Long.toString(ThreadLocalRandom.current().nextLong()), Long::parseLong),
                parsed("WIRE", "udp", NicEnvironment::wire),
                new UdpSettings(
                        parsed("LINK", "127.0.0.1", LinkAddress::of),
                        parsed("MTU", "0", Integer::parseInt),
                        parsed(
                                "RECEIVE_BUFFER",
                                Integer.toString(UdpSettings.DEFAULT_RECEIVE_BUFFER_BYTES),
                                Integer::parseInt),
                        parsed("SEGMENTATION", "on", NicEnvironment::onOrOff),
                        parsed("COALESCING", "on", NicEnvironment::onOrOff)),
                parsed("LOSS_PERCENT", "0", Double::parseDouble),
                optional("PCAP", Path::of),
                admin(),
                manager(),
                kafka(),
                Tls.start(variables::get));
    }

    private @Nullable KafkaProperties kafka() {
        String bootstrap = variables.get("VERBENA_KAFKA_BOOTSTRAP");
        return bootstrap == null ? null : new KafkaProperties(bootstrap, KafkaSecurity.of(variables::get));
    }

    private void refuseUnknown() {
        Set<String> unknown = new TreeSet<>();
        for (String variable : variables.keySet()) {
            if (variable.startsWith(PREFIX) && !KNOWN.contains(variable.substring(PREFIX.length()))) {
                unknown.add(variable);
            }
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unknown: " + unknown + "; known are " + PREFIX + new TreeSet<>(KNOWN));
        }
    }

    private @Nullable AdminProperties admin() {
        InetSocketAddress address = optional("ADMIN_ADDRESS", NicEnvironment::hostAndPort);
        if (address == null) {
            return null;
        }
        String issuer = variables.get("VERBENA_ISSUER_URL");
        if (issuer == null) {
            throw new IllegalArgumentException("an admin address needs VERBENA_ISSUER_URL, whose tokens it takes");
        }
        return new AdminProperties(
                address,
                URI.create(issuer),
                optional("ADVERTISED_URL", URI::create),
                parsed("EXERCISER", "off", NicEnvironment::onOrOff));
    }

    private @Nullable ManagerProperties manager() {
        URI url = optional("MANAGER_URL", URI::create);
        if (url == null) {
            return null;
        }
        // Without one of its own the ledger is where tokens come from: both are tenant-service.
        String issuer = variables.get("VERBENA_ISSUER_URL");
        URI ledger = optional("LEDGER_URL", URI::create);
        return new ManagerProperties(
                url,
                new ClientCredentials(text("CLIENT_ID", required("NAME")), required("CLIENT_SECRET")),
                ledger != null || issuer == null ? ledger : URI.create(issuer));
    }

    private static InetSocketAddress hostAndPort(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("host:port");
        }
        String host = text.substring(0, colon).replaceAll("^\\[|]$", "");
        return new InetSocketAddress(host, Integer.parseInt(text.substring(colon + 1)));
    }

    private static WireKind wire(String text) {
        return switch (text) {
            case "udp" -> WireKind.UDP;
            case "overlay" -> WireKind.OVERLAY;
            default -> throw new IllegalArgumentException("udp or overlay");
        };
    }

    private static Boolean onOrOff(String text) {
        return switch (text) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException("on or off");
        };
    }

    private String required(String key) {
        String value = variables.get(PREFIX + key);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(PREFIX + key + " is needed");
        }
        return value;
    }

    private String text(String key, String otherwise) {
        return variables.getOrDefault(PREFIX + key, otherwise);
    }

    private <T> T parsed(String key, String otherwise, Function<String, T> parser) {
        String value = text(key, otherwise);
        try {
            return parser.apply(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(PREFIX + key + " cannot be '" + value + "': " + e.getMessage(), e);
        }
    }

    private <T> @Nullable T optional(String key, Function<String, T> parser) {
        return variables.containsKey(PREFIX + key) ? parsed(key, "", parser) : null;
    }
}
