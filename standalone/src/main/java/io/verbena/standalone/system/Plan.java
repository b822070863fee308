package io.verbena.standalone.system;

import io.verbena.contracts.nic.WireKind;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.NicProperties;
import io.verbena.nic.device.NicProperties.AdminProperties;
import io.verbena.nic.device.NicProperties.KafkaProperties;
import io.verbena.nic.device.NicProperties.ManagerProperties;
import io.verbena.nic.device.control.ClientCredentials;
import io.verbena.nic.device.udp.UdpSettings;
import io.verbena.tls.KafkaSecurity;
import io.verbena.tls.Tls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Every port and secret of a run, drawn before anything starts. Parts that know each other's addresses beforehand need no
 * order to start in.
 *
 * @param operator who may do everything, and stands for the person at the keyboard
 * @param manager as whom sriov-manager calls tenant-service
 * @param nics one client for each NIC, by the NIC's name
 */
record Plan(
        Settings settings,
        Map<Service, Integer> httpPorts,
        int postgresPort,
        int kafkaPort,
        int kafkaControllerPort,
        String postgresPassword,
        Client operator,
        Client manager,
        Map<String, Client> nics) {
    static final List<String> NICS = List.of("nic-a", "nic-b");

    private static final int FUNCTIONS_PER_NIC = 16;
    private static final int ROCE_PORT = 4791;
    private static final int CHECKED_ADDRESSES = 4;

    private static final String LOOPBACK = "127.0.0.1";

    static Plan draw(Settings settings, Consumer<String> notes) throws StartFailure {
        checkVfAddresses(settings);
        FreePorts ports = new FreePorts();
        Map<Service, Integer> httpPorts = new EnumMap<>(Service.class);
        int wanted = settings.firstHttpPort();
        for (Service service : Service.values()) {
            int port = ports.tcpFrom(wanted);
            if (port != wanted) {
                notes.accept("port " + wanted + " is taken: " + service.partName() + " listens on " + port);
            }
            httpPorts.put(service, port);
            wanted++;
        }
        Map<String, Client> nics = new LinkedHashMap<>();
        NICS.forEach(nic -> nics.put(nic, Client.draw(nic)));
        return new Plan(
                settings,
                httpPorts,
                ports.tcp(),
                ports.tcp(),
                ports.tcp(),
                Client.secretText(),
                Client.draw("operator"),
                Client.draw("sriov-manager"),
                nics);
    }

    /** The first addresses of the pool, which the first VFs get: better to know now than when a VF does not become Ready. */
    private static void checkVfAddresses(Settings settings) throws StartFailure {
        String network = settings.addressPool().replace(".0/16", ".");
        for (int host = 1; host <= CHECKED_ADDRESSES; host++) {
            InetAddress address = InetAddress.ofLiteral(network + host);
            if (!FreePorts.udpFree(address, ROCE_PORT)) {
                throw new StartFailure("UDP " + address.getHostAddress() + ":" + ROCE_PORT
                        + " is in use, and a VF needs it: by another Verbena, or by Soft-RoCE (rdma_rxe)."
                        + System.lineSeparator()
                        + "  ss -ulpn 'sport = :" + ROCE_PORT + "' shows by whom. End that, or start with"
                        + " --address-pool 127.78.0.0/16.");
            }
        }
    }

    URI url(Service service) {
        return URI.create("http://" + LOOPBACK + ":" + httpPorts.get(service));
    }

    String kafkaBootstrap() {
        return LOOPBACK + ":" + kafkaPort;
    }

    /**
     * What a service is told; its own configuration file names each of these.
     *
     * @param folder for what its web server writes
     */
    List<String> arguments(Service service, Path folder) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("spring.config.name", service.partName());
        values.put("spring.main.banner-mode", "off");
        values.put("server.address", LOOPBACK);
        values.put("server.tomcat.basedir", folder.toString());
        values.put("management.metrics.use-global-registry", "false");
        values.put("VERBENA_PORT", String.valueOf(httpPorts.get(service)));
        values.put("VERBENA_KAFKA_BOOTSTRAP", kafkaBootstrap());
        values.put("VERBENA_ISSUER_URL", url(Service.TENANT).toString());
        values.put("VERBENA_TENANT_URL", url(Service.TENANT).toString());
        values.put(
                "VERBENA_DB_URL",
                "jdbc:postgresql://" + LOOPBACK + ":" + postgresPort + "/" + EmbeddedDatabase.NAME + "?currentSchema="
                        + service.schema());
        values.put("VERBENA_DB_USER", EmbeddedDatabase.NAME);
        values.put("VERBENA_DB_PASSWORD", postgresPassword);
        switch (service) {
            case TENANT -> {
                values.put("db-scheduler.enabled", "false");
                // All secrets here are drawn at random.
                values.put("verbena.issuer.bcrypt-strength", "4");
                values.putAll(bootstrapClients());
            }
            case SRIOV -> {
                values.put("VERBENA_CLIENT_ID", manager.id());
                values.put("VERBENA_CLIENT_SECRET", manager.secret());
                values.put("verbena.sriov.address-pool", settings.addressPool());
            }
            case TELEMETRY -> values.put("db-scheduler.enabled", "false");
        }
        List<String> arguments = new ArrayList<>();
        values.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        return arguments;
    }

    /**
     * A NIC, the only one of its host, that registers with sriov-manager and publishes to Kafka.
     *
     * @param adminPort 0 for any
     */
    NicProperties nicProperties(String nic, int adminPort) {
        Client client = Objects.requireNonNull(nics.get(nic));
        return new NicProperties(
                nic,
                nic.replace("nic", "host"),
                FUNCTIONS_PER_NIC,
                settings.seed() + NICS.indexOf(nic),
                WireKind.UDP,
                UdpSettings.best(Gid.parse(LOOPBACK)),
                settings.lossPercent(),
                null,
                new AdminProperties(new InetSocketAddress(LOOPBACK, adminPort), url(Service.TENANT), null, true),
                new ManagerProperties(
                        url(Service.SRIOV), new ClientCredentials(client.id(), client.secret()), url(Service.TENANT)),
                new KafkaProperties(kafkaBootstrap(), KafkaSecurity.NONE),
                Tls.NONE);
    }

    private Map<String, String> bootstrapClients() {
        Map<String, String> values = new LinkedHashMap<>();
        client(values, operator, "platform-admin", "");
        client(values, manager, "service", "");
        nics.forEach((nic, client) -> client(values, client, "service", nic));
        return values;
    }

    private static void client(Map<String, String> values, Client client, String role, String nic) {
        int index = (int)
                values.keySet().stream().filter(name -> name.endsWith(".id")).count();
        String name = "verbena.issuer.bootstrap-clients[" + index + "]";
        values.put(name + ".id", client.id());
        values.put(name + ".secret", client.secret());
        values.put(name + ".roles", role);
        if (!nic.isEmpty()) {
            values.put(name + ".nic", nic);
        }
    }
}
