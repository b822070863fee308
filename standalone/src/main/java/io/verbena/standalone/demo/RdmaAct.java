package io.verbena.standalone.demo;

import io.verbena.standalone.demo.Cast.Role;
import io.verbena.standalone.demo.Cast.Tenant;
import io.verbena.standalone.demo.Summary.Transfer;
import io.verbena.standalone.terminal.Board;
import io.verbena.standalone.terminal.Terminal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Each tenant's programs move data between its two VFs, by every operation and in every size. */
final class RdmaAct implements AutoCloseable {
    /** From nothing, over what just fits and just does not fit one packet, to what takes 2,048 of them. */
    static final List<Integer> SIZES = List.of(0, 1, 13, 4096, (64 << 10) + 1, 1 << 20, Endpoint.MEMORY_BYTES);

    /** 268 ms, and 67 ms where packets are dropped: seven retries then outlast a machine that is busy elsewhere. */
    private static final int TIMEOUT_CODE = 16;

    private static final int LOSSY_TIMEOUT_CODE = 14;

    /** Between two looks whether what went away is back. */
    private static final long MEND_MILLIS = 500;

    private final Terminal terminal;
    private final Target target;
    private final ControlPlane control;
    private final Supplier<Duration> clock;
    private final Map<String, Exerciser> exercisers = new LinkedHashMap<>();
    private final Map<String, Connection> connections = new LinkedHashMap<>();
    private @Nullable Duration firstTransfer;
    private int repeats;

    RdmaAct(Terminal terminal, Target target, RestClient api, ControlPlane control, Supplier<Duration> clock) {
        this.terminal = terminal;
        this.target = target;
        this.control = control;
        this.clock = clock;
        target.nics().forEach((nic, url) -> exercisers.put(nic, new Exerciser(api, url)));
    }

    /** Opens each tenant's two VFs and connects them. */
    void connect(List<Tenant> tenants, Map<String, VirtualFunction> vfs) throws ApiFailure, ScenarioFailure {
        for (Tenant tenant : tenants) {
            try {
                connect(tenant, found(tenant.requester(), vfs), found(tenant.responder(), vfs));
            } catch (ApiFailure e) {
                mend(tenant, e, System.nanoTime() + target.patience().toNanos());
            }
        }
    }

    private static VirtualFunction found(Role role, Map<String, VirtualFunction> vfs) {
        VirtualFunction vf = vfs.get(role.vf());
        if (vf == null) {
            throw new IllegalStateException("no VF " + role.vf());
        }
        return vf;
    }

    private void connect(Tenant tenant, VirtualFunction requester, VirtualFunction responder) throws ApiFailure {
        int timeoutCode = target.lossPercent() > 0 ? LOSSY_TIMEOUT_CODE : TIMEOUT_CODE;
        Connection connection = Connection.of(
                exerciser(tenant.requester()).open(requester),
                exerciser(tenant.responder()).open(responder),
                timeoutCode,
                tenant.name().hashCode());
        connections.put(tenant.name(), connection);
    }

    private Exerciser exerciser(Role role) {
        Exerciser exerciser = exercisers.get(role.nic());
        if (exerciser == null) {
            throw new IllegalStateException("no NIC " + role.nic());
        }
        return exerciser;
    }

    /** Something done on a tenant's connection. */
    @FunctionalInterface
    interface Attempt<T> {
        T on(Connection connection) throws ApiFailure, ScenarioFailure;
    }

    /** Does it, and if a part was away, again on a new connection, until it is done or patience is over. */
    <T> T patiently(Tenant tenant, Attempt<T> attempt) throws ApiFailure, ScenarioFailure {
        long giveUpNs = System.nanoTime() + target.patience().toNanos();
        while (true) {
            try {
                return attempt.on(connection(tenant));
            } catch (ApiFailure | ScenarioFailure e) {
                mend(tenant, e, giveUpNs);
                repeats++;
            }
        }
    }

    /** Connects anew, as soon as both VFs are Ready and their NICs answer; without patience it is the failure that it was. */
    private void mend(Tenant tenant, Exception cause, long giveUpNs) throws ApiFailure, ScenarioFailure {
        while (System.nanoTime() - giveUpNs < 0) {
            Pause.millis(MEND_MILLIS);
            VirtualFunction requester =
                    control.vf(tenant.name(), tenant.requester().vf());
            VirtualFunction responder =
                    control.vf(tenant.name(), tenant.responder().vf());
            if (!requester.ready() || !responder.ready()) {
                continue;
            }
            try {
                exerciser(tenant.requester()).closeAll(requester.uid());
                exerciser(tenant.responder()).closeAll(responder.uid());
                connect(tenant, requester, responder);
                return;
            } catch (ApiFailure e) {
                cause.addSuppressed(e);
            }
        }
        if (cause instanceof ApiFailure failure) {
            throw failure;
        }
        long patience = target.patience().toSeconds();
        throw new ScenarioFailure(
                cause.getMessage() + (patience == 0 ? "" : ", and did not get better within " + patience + " s"),
                cause);
    }

    /** How often something was done again, since a part had been away. */
    int repeats() {
        return repeats;
    }

    List<Transfer> run(List<Tenant> tenants) throws ApiFailure, ScenarioFailure {
        terminal.blank();
        terminal.heading("RDMA between the VFs of a tenant, over UDP");
        List<String> rows = new ArrayList<>();
        tenants.forEach(tenant -> {
            for (Operation operation : Operation.values()) {
                rows.add(row(tenant, operation));
            }
        });
        List<Transfer> transfers = new ArrayList<>();
        try (Board board = new Board(terminal, rows)) {
            for (Tenant tenant : tenants) {
                for (Operation operation : Operation.values()) {
                    transfers.addAll(all(tenant, operation, board));
                }
            }
        }
        return transfers;
    }

    /** When the first payload had been verified, by the scenario's clock. */
    Duration firstTransfer() {
        return firstTransfer == null ? Duration.ZERO : firstTransfer;
    }

    private Connection connection(Tenant tenant) {
        Connection connection = connections.get(tenant.name());
        if (connection == null) {
            throw new IllegalStateException("tenant " + tenant.name() + " has no connection yet");
        }
        return connection;
    }

    private List<Transfer> all(Tenant tenant, Operation operation, Board board) throws ApiFailure, ScenarioFailure {
        String row = row(tenant, operation);
        board.running(row, "");
        List<Transfer> done = new ArrayList<>();
        try {
            for (int bytes : SIZES) {
                Transfer transfer = patiently(tenant, connection -> connection.transfer(operation, bytes));
                done.add(transfer);
                if (firstTransfer == null && transfer.verified()) {
                    firstTransfer = clock.get();
                }
                board.running(row, outcome(done));
            }
        } catch (ApiFailure | ScenarioFailure e) {
            board.failed(row, outcome(done));
            throw e;
        }
        if (done.stream().allMatch(Transfer::verified)) {
            board.done(row, outcome(done));
        } else {
            board.failed(row, outcome(done));
        }
        return done;
    }

    private static String row(Tenant tenant, Operation operation) {
        return String.format("%-5s%s", tenant.name(), operation);
    }

    private static String outcome(List<Transfer> done) {
        long verified = done.stream().filter(Transfer::verified).count();
        String text = verified + " of " + SIZES.size() + " verified";
        if (done.size() < SIZES.size()) {
            return text;
        }
        Transfer largest = done.getLast();
        return text + String.format(Locale.ROOT, ", %.1f Gb/s at %s", largest.gbps(), Quantity.bytes(largest.bytes()));
    }

    @Override
    public void close() {
        for (Connection connection : connections.values()) {
            try {
                connection.close();
            } catch (ApiFailure _) {
                // Its NIC is gone, or takes it for idle before long.
            }
        }
        connections.clear();
    }
}
