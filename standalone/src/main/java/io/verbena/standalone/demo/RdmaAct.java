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

    private final Terminal terminal;
    private final Target target;
    private final Supplier<Duration> clock;
    private final Map<String, Exerciser> exercisers = new LinkedHashMap<>();
    private final Map<String, Connection> connections = new LinkedHashMap<>();
    private @Nullable Duration firstTransfer;

    RdmaAct(Terminal terminal, Target target, RestClient api, Supplier<Duration> clock) {
        this.terminal = terminal;
        this.target = target;
        this.clock = clock;
        target.nics().forEach((nic, url) -> exercisers.put(nic, new Exerciser(api, url)));
    }

    /** Opens each tenant's two VFs and connects them. */
    void connect(List<Tenant> tenants, Map<String, VirtualFunction> vfs) throws ApiFailure {
        for (Tenant tenant : tenants) {
            Connection connection = Connection.of(
                    open(tenant.requester(), vfs),
                    open(tenant.responder(), vfs),
                    target.lossPercent() > 0 ? LOSSY_TIMEOUT_CODE : TIMEOUT_CODE,
                    tenant.name().hashCode());
            connections.put(tenant.name(), connection);
        }
    }

    private Endpoint open(Role role, Map<String, VirtualFunction> vfs) throws ApiFailure {
        VirtualFunction vf = vfs.get(role.vf());
        Exerciser exerciser = exercisers.get(role.nic());
        if (vf == null || exerciser == null) {
            throw new IllegalStateException("no VF " + role.vf() + " or no NIC " + role.nic());
        }
        return exerciser.open(vf);
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
                Connection connection = connection(tenant);
                for (Operation operation : Operation.values()) {
                    transfers.addAll(all(connection, operation, board, row(tenant, operation)));
                }
            }
        }
        return transfers;
    }

    /** When the first payload had been verified, by the scenario's clock. */
    Duration firstTransfer() {
        return firstTransfer == null ? Duration.ZERO : firstTransfer;
    }

    Connection connection(Tenant tenant) {
        Connection connection = connections.get(tenant.name());
        if (connection == null) {
            throw new IllegalStateException("tenant " + tenant.name() + " has no connection yet");
        }
        return connection;
    }

    private List<Transfer> all(Connection connection, Operation operation, Board board, String row)
            throws ApiFailure, ScenarioFailure {
        board.running(row, "");
        List<Transfer> done = new ArrayList<>();
        try {
            for (int bytes : SIZES) {
                Transfer transfer = connection.transfer(operation, bytes);
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
