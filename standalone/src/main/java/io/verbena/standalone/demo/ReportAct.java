package io.verbena.standalone.demo;

import io.verbena.standalone.demo.Cast.Role;
import io.verbena.standalone.demo.Cast.Tenant;
import io.verbena.standalone.demo.Summary.Metrics;
import io.verbena.standalone.demo.Summary.Transfer;
import io.verbena.standalone.demo.Summary.Vf;
import io.verbena.standalone.terminal.Board;
import io.verbena.standalone.terminal.Table;
import io.verbena.standalone.terminal.Terminal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What the system itself says of the run, read where a user would read it, as a table and as values. */
final class ReportAct {
    private static final String COUNTERS = "counters";
    private static final String TRANSMIT_BYTES = "vnic_vf_transmit_bytes_total";
    private static final long LOOK_AGAIN_MILLIS = 100;

    /** A VF of the summary, and what the table shows beside. */
    private record Line(Vf vf, long bytes, long messages, double gbps) {}

    @FunctionalInterface
    private interface Look {
        Reply at() throws ApiFailure;
    }

    private final Terminal terminal;
    private final ControlPlane control;
    private final Map<String, Line> lines = new LinkedHashMap<>();
    private final Map<String, Metrics> metrics = new LinkedHashMap<>();
    private final List<Summary.Nic> nics = new ArrayList<>();

    ReportAct(Terminal terminal, ControlPlane control) {
        this.terminal = terminal;
        this.control = control;
    }

    /**
     * Waits until telemetry-service knows of all that was sent, then reads and shows it.
     *
     * @param after when the last transfer had ended
     */
    void run(Collection<String> nicNames, List<Tenant> tenants, List<Transfer> transfers, Instant after)
            throws ApiFailure, ScenarioFailure {
        nics.clear();
        terminal.blank();
        terminal.heading("What the system says of it");
        try (Board board = new Board(terminal, List.of(COUNTERS))) {
            board.running(COUNTERS, "from the NICs over Kafka to telemetry-service");
            for (String nic : nicNames) {
                readNic(nic, await(nic, after, () -> control.nicCounters(nic)));
            }
            for (Tenant tenant : tenants) {
                for (Role role : tenant.roles()) {
                    read(tenant.name(), role.vf(), transfers, after);
                }
            }
            scrape(List.copyOf(lines.keySet()));
            board.done(COUNTERS, "from the NICs over Kafka to telemetry-service");
        }
        terminal.blank();
        table().print(terminal);
    }

    List<Vf> vfs() {
        return lines.values().stream().map(Line::vf).toList();
    }

    List<Summary.Nic> nics() {
        return List.copyOf(nics);
    }

    Map<String, Metrics> metrics() {
        return new LinkedHashMap<>(metrics);
    }

    /** Counters of something, sampled after the last transfer. */
    private JsonNode await(String what, Instant after, Look look) throws ApiFailure, ScenarioFailure {
        long giveUpNs = System.nanoTime() + control.limit().toNanos();
        while (true) {
            Reply reply = look.at();
            JsonNode status = reply.body().path("status");
            if (!reply.refused()
                    && Instant.parse(status.path("sampledAt").asString()).isAfter(after)) {
                return status;
            }
            if (System.nanoTime() - giveUpNs > 0) {
                throw new ScenarioFailure("telemetry-service has no counters of " + what + " younger than " + after
                        + " after " + control.limit().toSeconds() + " s: " + reply.body());
            }
            Pause.millis(LOOK_AGAIN_MILLIS);
        }
    }

    private void read(String tenant, String id, List<Transfer> transfers, Instant after)
            throws ApiFailure, ScenarioFailure {
        VirtualFunction vf = control.vf(tenant, id);
        JsonNode sample = await(id, after, () -> control.vfCounters(tenant, id));
        JsonNode counters = sample.path("counters");
        Vf value = new Vf(
                id,
                tenant,
                vf.nic(),
                vf.host(),
                vf.address(),
                vf.state(),
                sample.path("used").path("qp").asLong(),
                sample.path("limits").path("qp").asLong(),
                counters.path("retransmit_packets").asLong(),
                sum(sample.path("drops")));
        double best = transfers.stream()
                .filter(transfer -> transfer.fromVf().equals(id))
                .mapToDouble(Transfer::gbps)
                .max()
                .orElse(0);
        long bytes = counters.path("transmit_bytes").asLong();
        long messages = counters.path("transmit_messages").asLong();
        lines.put(id, new Line(value, bytes, messages, best));
    }

    /** Those of a replica begin with the first sample that it reads, which may be after a restart of its own. */
    private void scrape(List<String> vfs) throws ApiFailure, ScenarioFailure {
        long giveUpNs = System.nanoTime() + control.limit().toNanos();
        while (true) {
            PrometheusText prometheus = control.metrics();
            List<String> missing = new ArrayList<>();
            for (String vf : vfs) {
                prometheus
                        .value(TRANSMIT_BYTES, "vf", vf)
                        .ifPresentOrElse(
                                scraped -> metrics.put(vf, new Metrics(scraped.longValue())), () -> missing.add(vf));
            }
            if (missing.isEmpty()) {
                return;
            }
            if (System.nanoTime() - giveUpNs > 0) {
                throw new ScenarioFailure(
                        "Prometheus would find no " + TRANSMIT_BYTES + " of " + String.join(", ", missing) + " after "
                                + control.limit().toSeconds() + " s");
            }
            Pause.millis(LOOK_AGAIN_MILLIS);
        }
    }

    /** A NIC's drops are its port's and its functions'; retransmissions are the functions' alone. */
    private void readNic(String nic, JsonNode sample) {
        long drops = sample.path("counters")
                .propertyStream()
                .filter(count -> count.getKey().startsWith("dropped_packets_")
                        || count.getKey().equals("fault_lost_packets"))
                .mapToLong(count -> count.getValue().asLong())
                .sum();
        long retransmits = 0;
        for (JsonNode function : sample.path("virtualFunctions")) {
            JsonNode counted = function.path("status");
            drops += sum(counted.path("drops"));
            retransmits += counted.path("counters").path("retransmit_packets").asLong();
        }
        nics.add(new Summary.Nic(nic, sample.path("host").asString(), drops, retransmits));
    }

    private static long sum(JsonNode counts) {
        return counts.valueStream().mapToLong(JsonNode::asLong).sum();
    }

    private Table table() {
        Table table = new Table("VF", "tenant", "NIC", "state", ">QPs", ">sent", ">messages", ">retransmits", ">Gb/s");
        lines.values().forEach(line -> {
            Vf vf = line.vf();
            table.row(
                    vf.id(),
                    vf.tenant(),
                    vf.nic(),
                    vf.state(),
                    vf.qpsUsed() + "/" + vf.qpLimit(),
                    Quantity.bytes(line.bytes()),
                    Long.toString(line.messages()),
                    Long.toString(vf.retransmits()),
                    String.format(Locale.ROOT, "%.1f", line.gbps()));
        });
        return table;
    }
}
