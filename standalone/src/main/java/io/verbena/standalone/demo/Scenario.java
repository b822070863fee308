package io.verbena.standalone.demo;

import io.verbena.standalone.demo.Cast.Tenant;
import io.verbena.standalone.demo.Summary.Refusal;
import io.verbena.standalone.demo.Summary.Transfer;
import io.verbena.standalone.terminal.Terminal;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The demo's acts, to be played one after another; what it opened stays open until it is closed, to be looked at. */
public final class Scenario implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    private final Target target;
    private final HttpClient http;
    private final ControlPlane control;
    private final List<Tenant> tenants;
    private final SetUpAct setUp;
    private final RdmaAct rdma;
    private final RefusalsAct refusals;
    private final ReportAct report;
    private Instant lastTransfer = Instant.EPOCH;

    private Scenario(Terminal terminal, Target target, Supplier<Duration> clock) throws ApiFailure {
        this.target = target;
        http = client(target);
        RestClient api = RestClient.login(
                http, target.tenantUrl(), target.operatorId(), target.operatorSecret(), target.patience());
        control = new ControlPlane(api, target);
        tenants = Cast.tenants(target.nics().firstKey(), target.nics().lastKey());
        setUp = new SetUpAct(terminal, control);
        rdma = new RdmaAct(terminal, target, api, control, clock);
        refusals = new RefusalsAct(terminal, control);
        report = new ReportAct(terminal, control);
    }

    private static HttpClient client(Target target) {
        return HttpClient.newBuilder().sslContext(target.trust()).build();
    }

    /**
     * Logs in as the operator.
     *
     * @param clock the time since what the user takes for the beginning
     */
    public static Scenario prepare(Terminal terminal, Target target, Supplier<Duration> clock) throws ApiFailure {
        return new Scenario(terminal, target, clock);
    }

    /** Waits until every part is ready, then logs in; for a system that runs elsewhere. */
    public static Scenario prepareWhenReady(Terminal terminal, Target target, Supplier<Duration> clock)
            throws ApiFailure, ScenarioFailure {
        try (HttpClient http = client(target)) {
            new ReadyAct(terminal, http, READY_LIMIT).run(target);
        }
        return prepare(terminal, target, clock);
    }

    /**
     * Plays all acts and shows the outcome.
     *
     * @param startup how long the system took to come up
     */
    public Summary run(Duration startup) throws ApiFailure, ScenarioFailure {
        setUp();
        List<Transfer> transfers = transfer();
        List<Refusal> refused = refuse();
        report(transfers);
        return new Summary(
                seconds(startup),
                seconds(rdma.firstTransfer()),
                transfers.stream().allMatch(Transfer::verified),
                target.lossPercent(),
                rdma.repeats(),
                report.nics(),
                report.vfs(),
                transfers,
                refused,
                report.metrics());
    }

    /** Two tenants with quotas, and two VFs for each, opened and connected. */
    public void setUp() throws ApiFailure, ScenarioFailure {
        Map<String, VirtualFunction> vfs = setUp.run(tenants, target.nics().keySet());
        rdma.connect(tenants, vfs);
    }

    /** Every operation in every size, once for each tenant; may be played again. */
    public List<Transfer> transfer() throws ApiFailure, ScenarioFailure {
        List<Transfer> transfers = rdma.run(tenants);
        lastTransfer = Instant.now();
        return transfers;
    }

    /** A tenant asks for more than it may have, of the NIC and of the ledger. */
    public List<Refusal> refuse() throws ApiFailure, ScenarioFailure {
        return refusals.run(tenants.getLast(), rdma);
    }

    /**
     * Waits until telemetry-service knows of all transfers, and shows what the system says of them.
     *
     * @return bytes that each VF has sent, as Prometheus would scrape them
     */
    public Map<String, Summary.Metrics> report(List<Transfer> transfers) throws ApiFailure, ScenarioFailure {
        report.run(target.nics().keySet(), tenants, transfers, lastTransfer);
        return report.metrics();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    @Override
    public void close() {
        rdma.close();
        http.close();
    }
}
