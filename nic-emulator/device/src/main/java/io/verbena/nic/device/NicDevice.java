package io.verbena.nic.device;

import io.verbena.contracts.nic.NicCapability;
import io.verbena.contracts.nic.NicRegistration;
import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.nic.datapath.Nic;
import io.verbena.nic.datapath.NicConfig;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.function.NicLimits;
import io.verbena.nic.datapath.observe.NicEvent;
import io.verbena.nic.device.NicProperties.AdminProperties;
import io.verbena.nic.device.NicProperties.KafkaProperties;
import io.verbena.nic.device.NicProperties.ManagerProperties;
import io.verbena.nic.device.admin.AdminApi;
import io.verbena.nic.device.admin.NicView;
import io.verbena.nic.device.control.ClientCredentials;
import io.verbena.nic.device.control.Issuer;
import io.verbena.nic.device.control.ManagerClient;
import io.verbena.nic.device.control.ManagerRegistration;
import io.verbena.nic.device.control.SegmentInquiry;
import io.verbena.nic.device.control.Standing;
import io.verbena.nic.device.exercise.Exerciser;
import io.verbena.nic.device.lease.IdentityLock;
import io.verbena.nic.device.lease.LeaseLink;
import io.verbena.nic.device.lease.LeasedChannel;
import io.verbena.nic.device.overlay.Locations;
import io.verbena.nic.device.report.CounterReports;
import io.verbena.nic.device.report.FunctionReports;
import io.verbena.nic.device.report.NicIdentity;
import io.verbena.nic.device.telemetry.TelemetryPublisher;
import io.verbena.nic.fabric.port.PcapWriter;
import io.verbena.nic.fabric.port.PortLimits;
import io.verbena.nic.verbs.CommandChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A NIC that runs: its owner thread, and around it the wire, the admin API, registration and telemetry as far as the
 * properties ask for them. Each start is a new boot.
 */
public final class NicDevice implements AutoCloseable, NicView {
    private static final Logger log = LoggerFactory.getLogger(NicDevice.class);

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);

    private final NicProperties properties;
    private final NicIdentity identity;
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final CompletableFuture<Void> failed = new CompletableFuture<>();
    private final Wire wire;
    private volatile NicCapability capability;
    private final CounterReports counters;
    private final DatapathThread datapath;
    private @Nullable TelemetryPublisher telemetry;
    private @Nullable AdminApi admin;
    private @Nullable ManagerRegistration registration;
    private @Nullable LeaseLink leases;

    private NicDevice(NicProperties properties, Wire wire) throws IOException {
        this.properties = properties;
        this.wire = wire;
        identity = new NicIdentity(properties.name(), properties.host(), UUID.randomUUID());
        PortLimits port = wire.port().limits();
        NicLimits limits = NicLimits.defaults();
        Nic nic = new Nic(new NicConfig(
                properties.name(),
                identity.bootId(),
                properties.seed(),
                properties.functionCount(),
                port.activeMtu(),
                port.receiveBufferBytes(),
                port.maxPacketsPerTrain(),
                limits));
        capability = FunctionReports.capability(properties.functionCount(), port.activeMtu(), limits);
        counters = new CounterReports(identity, this::shellCounts);
        datapath = new DatapathThread(
                properties.name(), nic, wire.port(), wire.readiness(), this::onEvent, () -> failed.complete(null));
    }

    /**
     * Starts a NIC.
     *
     * @throws IOException when the wire, the capture file or the admin address cannot be had, saying what to do
     */
    public static NicDevice start(NicProperties properties) throws IOException {
        return start(properties, null);
    }

    /** Starts a NIC whose packets go into a capture that several share and that the caller closes after them. */
    public static NicDevice start(NicProperties properties, @Nullable PcapWriter shared) throws IOException {
        Wire wire = Wire.open(properties, shared);
        NicDevice device;
        try {
            device = new NicDevice(properties, wire);
        } catch (IOException | RuntimeException e) {
            wire.close();
            throw e;
        }
        try {
            device.startParts();
        } catch (IOException | RuntimeException e) {
            device.close();
            throw e;
        }
        return device;
    }

    private void startParts() throws IOException {
        parts.push(wire::closeCapture);
        parts.push(datapath);
        KafkaProperties kafka = properties.kafka();
        if (kafka != null) {
            telemetry = new TelemetryPublisher(identity, kafka.bootstrap(), kafka.security(), this::sample);
            parts.push(telemetry);
        }
        datapath.start();
        if (telemetry != null) {
            telemetry.start();
        }
        AdminProperties api = properties.admin();
        if (api != null) {
            startControl(api);
        }
        log.info(
                "{} on host {} is up: boot {}, {} functions, admin API at {}",
                identity.nic(),
                identity.host(),
                identity.bootId(),
                properties.functionCount(),
                admin == null ? "none" : adminUrl());
    }

    private void startControl(AdminProperties api) throws IOException {
        SSLContext trusted = properties.tls().client();
        SSLContext issuerTrusted = properties.tls().issuerClient();
        HttpClient http = client(trusted);
        // A client is a thread: one is enough while both trust the same.
        Issuer issuer = new Issuer(api.issuerUrl(), issuerTrusted == trusted ? http : client(issuerTrusted));
        ManagerProperties manager = properties.manager();
        if (manager != null && manager.ledgerUrl() != null) {
            startLeases(manager.ledgerUrl(), manager.client(), issuer, http);
        }
        Exerciser exerciser = api.exerciser() ? Exerciser.start(identity.nic(), channel()) : null;
        if (exerciser != null) {
            parts.push(exerciser);
        }
        AdminApi served =
                AdminApi.start(api.address(), properties.tls().server().orElse(null), this, issuer, exerciser);
        admin = served;
        parts.push(served);
        if (manager != null) {
            URI advertised = api.advertisedUrl() == null ? adminUrl() : api.advertisedUrl();
            startRegistration(manager, advertised, issuer, http);
        }
    }

    private void startLeases(URI ledgerUrl, ClientCredentials client, Issuer issuer, HttpClient http)
            throws IOException {
        parts.push(IdentityLock.take(identity.nic(), ledgerUrl, Path.of(System.getProperty("java.io.tmpdir"))));
        LeaseLink started = LeaseLink.start(
                identity, new ManagerClient(ledgerUrl, issuer, client, http), datapath::execute, this::onFenced);
        leases = started;
        parts.push(started);
    }

    /** Two of one name: the other one was confirmed later, or an operator took this one for dead. */
    private void onFenced() {
        datapath.close();
        failed.complete(null);
    }

    private HttpClient client(SSLContext context) {
        HttpClient http = HttpClient.newBuilder()
                .sslContext(context)
                .connectTimeout(CONNECT_LIMIT)
                .build();
        parts.push(http);
        return http;
    }

    private void startRegistration(ManagerProperties manager, URI advertised, Issuer issuer, HttpClient http) {
        Locations locations = wire.locations();
        ManagerRegistration started = ManagerRegistration.start(
                identity.nic(),
                () -> new NicRegistration(
                        identity.nic(),
                        identity.host(),
                        identity.bootId(),
                        advertised,
                        properties.wire(),
                        locations == null ? null : properties.udp().link().toString(),
                        capability),
                new ManagerClient(manager.url(), issuer, manager.client(), http));
        registration = started;
        parts.push(started);
        if (locations != null) {
            // A client of its own: a token belongs to one thread.
            parts.push(SegmentInquiry.start(
                    identity.nic(), locations, new ManagerClient(manager.url(), issuer, manager.client(), http)));
        }
    }

    private void onEvent(NicEvent event) {
        if (event.type() == NicEvent.Type.LEASE_LOW) {
            LeaseLink known = leases;
            if (known != null) {
                known.wake();
            }
            return;
        }
        TelemetryPublisher publisher = telemetry;
        if (publisher != null) {
            publisher.onEvent(event);
        }
    }

    private CounterBatch sample() {
        AdminResult result = execute(new AdminCommand.ReadCounters());
        if (result instanceof AdminResult.CountersRead read) {
            return counters.next(read, Instant.now());
        }
        throw new IllegalStateException("the counters could not be read: " + result);
    }

    private Map<String, Long> shellCounts() {
        Map<String, Long> counts = new HashMap<>(wire.counts());
        counts.putAll(datapath.counts());
        TelemetryPublisher publisher = telemetry;
        if (publisher != null) {
            counts.putAll(publisher.counts());
        }
        return counts;
    }

    /** The way to this NIC for programs of this process. */
    public CommandChannel channel() {
        LeaseLink known = leases;
        return known == null ? datapath : new LeasedChannel(datapath, known);
    }

    /** Where the admin API listens. */
    public URI adminUrl() {
        AdminApi served = admin;
        if (served == null) {
            throw new IllegalStateException(identity.nic() + " has no admin API");
        }
        InetSocketAddress address = served.address();
        return URI.create((properties.tls().identity().isPresent() ? "https://" : "http://") + address.getHostString()
                + ":" + address.getPort());
    }

    /** Completes when the datapath has failed. */
    CompletableFuture<Void> failed() {
        return failed;
    }

    @Override
    public NicIdentity identity() {
        return identity;
    }

    @Override
    public NicCapability capability() {
        return capability;
    }

    @Override
    public CounterReports counters() {
        return counters;
    }

    @Override
    public Standing standing() {
        if (properties.manager() == null) {
            return Standing.APPROVED;
        }
        ManagerRegistration known = registration;
        return known == null ? Standing.UNREGISTERED : known.standing();
    }

    @Override
    public Optional<Locations> locations() {
        return Optional.ofNullable(wire.locations());
    }

    @Override
    public boolean running() {
        return datapath.running();
    }

    @Override
    public AdminResult execute(AdminCommand command) {
        AdminResult result = datapath.execute(command);
        if (result instanceof AdminResult.FunctionsResized resized) {
            onResized(resized.functionCount());
        }
        return result;
    }

    private synchronized void onResized(int functionCount) {
        NicCapability before = capability;
        capability = new NicCapability(functionCount, before.activeMtu(), before.perFunctionMax(), before.deviceMax());
    }

    /** Stops taking commands, then publishing, then the datapath. */
    @Override
    public void close() {
        while (!parts.isEmpty()) {
            AutoCloseable part = parts.pop();
            try {
                part.close();
            } catch (Exception e) {
                log.warn("{} did not stop cleanly", identity.nic(), e);
            }
        }
    }
}
