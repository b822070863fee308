package io.verbena.nic.device;

import io.verbena.contracts.nic.WireKind;
import io.verbena.nic.datapath.NicConfig;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.control.ClientCredentials;
import io.verbena.nic.device.udp.UdpSettings;
import io.verbena.tls.KafkaSecurity;
import io.verbena.tls.Tls;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a NIC is started with.
 *
 * @param name unique among the NICs of a manager, a DNS label
 * @param host the host it sits in, as the control plane knows it
 * @param functionCount slots of its one physical function
 * @param seed of keys, QP numbers and faults
 * @param wire what carries its packets
 * @param udp what the wire is asked for
 * @param lossPercent of the packets it sends that it drops, one by one, 0 to 100
 * @param pcap file that gets every packet it sends, null for none
 * @param admin where it takes commands, null when only this process gives them
 * @param manager where it registers, null when it may work at once
 * @param kafka what gets its telemetry, null for none
 * @param tls what its admin API shows and whom its clients trust; the caller closes it
 */
public record NicProperties(
        String name,
        String host,
        int functionCount,
        long seed,
        WireKind wire,
        UdpSettings udp,
        double lossPercent,
        @Nullable Path pcap,
        @Nullable AdminProperties admin,
        @Nullable ManagerProperties manager,
        @Nullable KafkaProperties kafka,
        Tls tls) {
    private static final Pattern DNS_LABEL = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");

    /**
     * The admin API.
     *
     * @param address to listen on; port 0 for any
     * @param issuerUrl whose tokens it takes, as in their {@code iss} claim
     * @param advertisedUrl how the manager reaches it, null for the address it listens on
     * @param exerciser whether an operator may make traffic through it
     */
    public record AdminProperties(
            InetSocketAddress address,
            URI issuerUrl,
            @Nullable URI advertisedUrl,
            boolean exerciser) {
        public AdminProperties(InetSocketAddress address, URI issuerUrl, @Nullable URI advertisedUrl) {
            this(address, issuerUrl, advertisedUrl, false);
        }

        public AdminProperties {
            if (address.isUnresolved()) {
                throw new IllegalArgumentException("the admin address " + address.getHostString() + " is not known");
            }
        }
    }

    /**
     * Where to register, and as whom.
     *
     * @param ledgerUrl tenant-service, which leases quota; null to have no more than what is guaranteed
     */
    public record ManagerProperties(
            URI url, ClientCredentials client, @Nullable URI ledgerUrl) {
        public ManagerProperties(URI url, ClientCredentials client) {
            this(url, client, null);
        }
    }

    /** @param bootstrap {@code host:port} list */
    public record KafkaProperties(String bootstrap, KafkaSecurity security) {}

    /** @throws IllegalArgumentException naming what is wrong */
    public NicProperties {
        if (!DNS_LABEL.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a NIC's name is a DNS label (lower case, digits, '-'), not '" + name + "'");
        }
        if (host.isBlank()) {
            throw new IllegalArgumentException("a NIC's host has a name");
        }
        if (functionCount < 1 || functionCount > NicConfig.MAX_FUNCTIONS) {
            throw new IllegalArgumentException(
                    "a NIC has 1 to " + NicConfig.MAX_FUNCTIONS + " functions, not " + functionCount);
        }
        if (!(lossPercent >= 0 && lossPercent <= 100)) {
            throw new IllegalArgumentException("loss is 0 to 100 per cent, not " + lossPercent);
        }
        if (manager != null && admin == null) {
            throw new IllegalArgumentException("a NIC with a manager needs an admin address to take its commands");
        }
    }

    /** A NIC of this process alone: no control plane, no telemetry, a perfect wire on the loopback. */
    public static NicProperties local(String name, int functionCount) {
        return new NicProperties(
                name,
                name,
                functionCount,
                name.hashCode(),
                WireKind.UDP,
                UdpSettings.best(Gid.parse("127.0.0.1")),
                0,
                null,
                null,
                null,
                null,
                Tls.NONE);
    }

    public NicProperties withLoss(double percent) {
        return new NicProperties(name, host, functionCount, seed, wire, udp, percent, pcap, admin, manager, kafka, tls);
    }

    public NicProperties withAdmin(AdminProperties api) {
        return new NicProperties(
                name, host, functionCount, seed, wire, udp, lossPercent, pcap, api, manager, kafka, tls);
    }

    public NicProperties withManager(ManagerProperties registration) {
        return new NicProperties(
                name, host, functionCount, seed, wire, udp, lossPercent, pcap, admin, registration, kafka, tls);
    }

    public NicProperties withKafka(String bootstrap) {
        return new NicProperties(
                name,
                host,
                functionCount,
                seed,
                wire,
                udp,
                lossPercent,
                pcap,
                admin,
                manager,
                new KafkaProperties(bootstrap, KafkaSecurity.NONE),
                tls);
    }

    public NicProperties withPcap(Path file) {
        return new NicProperties(
                name, host, functionCount, seed, wire, udp, lossPercent, file, admin, manager, kafka, tls);
    }

    public NicProperties withTls(Tls followed) {
        return new NicProperties(
                name, host, functionCount, seed, wire, udp, lossPercent, pcap, admin, manager, kafka, followed);
    }

    public NicProperties withUdp(UdpSettings settings) {
        return new NicProperties(
                name, host, functionCount, seed, wire, settings, lossPercent, pcap, admin, manager, kafka, tls);
    }

    /** The same with its functions behind one address, in VXLAN. */
    public NicProperties withOverlay(Gid vtep) {
        return new NicProperties(
                name,
                host,
                functionCount,
                seed,
                WireKind.OVERLAY,
                UdpSettings.best(vtep),
                lossPercent,
                pcap,
                admin,
                manager,
                kafka,
                tls);
    }
}
