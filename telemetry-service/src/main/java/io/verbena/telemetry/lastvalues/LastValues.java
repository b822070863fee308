package io.verbena.telemetry.lastvalues;

import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.contracts.telemetry.FunctionCounters;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Tables {@code nic_sample} and {@code function_sample}. */
public final class LastValues {
    private static final TypeReference<Map<String, Long>> COUNTS = new TypeReference<>() {};
    private static final TypeReference<Map<String, Double>> RATES = new TypeReference<>() {};

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final JsonMapper json;
    private final Duration keep;
    private final Duration remember;

    /**
     * @param keep after this long without a sample a NIC is taken at its word when it comes back with its clock set back
     * @param remember how long the last sample of a NIC stays that is silent
     */
    LastValues(JdbcClient jdbc, TransactionTemplate transaction, JsonMapper json, Duration keep, Duration remember) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.json = json;
        this.keep = keep;
        this.remember = remember;
    }

    /**
     * A batch, and how fast its counters grow.
     *
     * @param rates per second since the batch before, by {@code vfUid} and counter's name
     */
    public record NicValues(CounterBatch batch, Map<UUID, Map<String, Double>> rates) {
        public NicValues {
            rates = Map.copyOf(rates);
        }
    }

    /** Where and when a NIC was sampled. */
    public record Sample(String nic, String host, UUID bootId, Instant sampledAt) {}

    /** @param ratesPerSecond by counter's name; empty while there is only one sample */
    public record FunctionValues(Sample sample, FunctionCounters function, Map<String, Double> ratesPerSecond) {
        public FunctionValues {
            ratesPerSecond = Map.copyOf(ratesPerSecond);
        }
    }

    /** @param port counters that belong to no function */
    public record NicLastValues(Sample sample, Map<String, Long> port, List<FunctionValues> functions) {
        public NicLastValues {
            port = Map.copyOf(port);
            functions = List.copyOf(functions);
        }
    }

    private record NicRow(
            String nic, String host, UUID bootId, long sequence, Instant sampledAt, Map<String, Long> port) {}

    private record FunctionRow(
            String nic, String tenant, String vf, FunctionCounters counted, Map<String, Double> rates) {}

    /** Of a function that moved the new place is shown: the old NIC was seen earlier, or says that it has it no more. */
    public Optional<FunctionValues> function(String tenant, String vf) {
        return jdbc.sql("""
                        SELECT n.nic, host, boot_id, sampled_at, counted, rates
                        FROM function_sample f JOIN nic_sample n USING (nic)
                        WHERE tenant = :tenant AND vf = :vf
                        ORDER BY seen_at DESC LIMIT 1
                        """)
                .param("tenant", tenant)
                .param("vf", vf)
                .query((row, number) -> function(row))
                .optional();
    }

    /** Who has functions, at whichever replica their NICs are. */
    public Set<String> tenants() {
        return Set.copyOf(jdbc.sql("SELECT DISTINCT tenant FROM function_sample")
                .query(String.class)
                .list());
    }

    /** A NIC and its functions, all as of one sample. */
    public Optional<NicLastValues> nic(String nic) {
        // One statement: between two, the next sample could come.
        var functions = new ArrayList<FunctionValues>();
        List<NicLastValues> nics = jdbc.sql("""
                        SELECT n.nic, host, boot_id, sampled_at, port, counted, rates
                        FROM nic_sample n LEFT JOIN function_sample f USING (nic)
                        WHERE n.nic = :nic
                        """)
                .param("nic", nic)
                .query((row, number) -> {
                    if (row.getString("counted") != null) {
                        functions.add(function(row));
                    }
                    return new NicLastValues(sample(row), json.readValue(row.getString("port"), COUNTS), List.of());
                })
                .list();
        functions.sort(Comparator.<FunctionValues>comparingInt(
                        values -> values.function().pf())
                .thenComparingInt(values -> values.function().index()));
        return nics.stream().findFirst().map(found -> new NicLastValues(found.sample(), found.port(), functions));
    }

    /**
     * Takes the place of what is known of these NICs, where it is newer: a higher sequence of the same boot, or another boot
     * sampled later.
     *
     * @return the NICs whose values were taken
     */
    Set<String> write(Collection<NicValues> values) {
        return Objects.requireNonNull(transaction.execute(status -> {
            Set<String> taken = writeNics(values);
            if (!taken.isEmpty()) {
                replaceFunctions(
                        taken,
                        values.stream()
                                .filter(nic -> taken.contains(nic.batch().nic()))
                                .toList());
            }
            return taken;
        }));
    }

    private Set<String> writeNics(Collection<NicValues> values) {
        List<NicRow> rows = values.stream()
                .map(NicValues::batch)
                .map(batch -> new NicRow(
                        batch.nic(), batch.host(), batch.bootId(), batch.sequence(), batch.sampledAt(), batch.port()))
                .toList();
        // In the order of the names, so that two replicas cannot wait for each other.
        return Set.copyOf(jdbc.sql("""
                        INSERT INTO nic_sample AS known (nic, host, boot_id, sequence, sampled_at, seen_at, port)
                        SELECT nic, host, "bootId", sequence, "sampledAt", now(), port
                        FROM json_to_recordset(:rows::json) AS r(nic text, host text, "bootId" uuid, sequence bigint,
                            "sampledAt" timestamptz, port json)
                        ORDER BY nic
                        ON CONFLICT (nic) DO UPDATE SET host = excluded.host, boot_id = excluded.boot_id,
                            sequence = excluded.sequence, sampled_at = excluded.sampled_at, seen_at = excluded.seen_at,
                            port = excluded.port
                        WHERE known.boot_id = excluded.boot_id AND known.sequence < excluded.sequence
                           OR known.boot_id <> excluded.boot_id AND (known.sampled_at < excluded.sampled_at
                               OR known.seen_at < now() - make_interval(secs => :keepSeconds))
                        RETURNING nic
                        """)
                .param("rows", json.writeValueAsString(rows))
                .param("keepSeconds", keep.toSeconds())
                .query(String.class)
                .list());
    }

    private void replaceFunctions(Set<String> nics, List<NicValues> values) {
        // By name: a NIC that says a name twice would make the statement fail, again and again.
        var rows = new LinkedHashMap<List<String>, FunctionRow>();
        for (NicValues nic : values) {
            for (FunctionCounters function : nic.batch().functions()) {
                String name = nic.batch().nic();
                rows.put(
                        List.of(name, function.tenant(), function.vf()),
                        new FunctionRow(
                                name,
                                function.tenant(),
                                function.vf(),
                                function,
                                nic.rates().getOrDefault(function.vfUid(), Map.of())));
            }
        }
        String text = json.writeValueAsString(rows.values());
        jdbc.sql("""
                        DELETE FROM function_sample known
                        WHERE nic IN (:nics) AND NOT EXISTS (
                            SELECT FROM json_to_recordset(:rows::json) AS r(nic text, tenant text, vf text)
                            WHERE (r.nic, r.tenant, r.vf) = (known.nic, known.tenant, known.vf))
                        """).param("nics", nics).param("rows", text).update();
        jdbc.sql("""
                        INSERT INTO function_sample (nic, tenant, vf, counted, rates)
                        SELECT nic, tenant, vf, counted, rates
                        FROM json_to_recordset(:rows::json) AS r(nic text, tenant text, vf text, counted json, rates json)
                        ON CONFLICT (nic, tenant, vf) DO UPDATE SET counted = excluded.counted, rates = excluded.rates
                        """).param("rows", text).update();
    }

    /** Forgets NICs that have been silent for too long. */
    int forget() {
        return jdbc.sql("DELETE FROM nic_sample WHERE seen_at < now() - make_interval(secs => :seconds)")
                .param("seconds", remember.toSeconds())
                .update();
    }

    private FunctionValues function(ResultSet row) throws SQLException {
        return new FunctionValues(
                sample(row),
                json.readValue(row.getString("counted"), FunctionCounters.class),
                json.readValue(row.getString("rates"), RATES));
    }

    private static Sample sample(ResultSet row) throws SQLException {
        return new Sample(
                row.getString("nic"),
                row.getString("host"),
                row.getObject("boot_id", UUID.class),
                row.getTimestamp("sampled_at").toInstant());
    }
}
