package io.verbena.sriov.device;

import io.verbena.contracts.Resource;
import io.verbena.sriov.SriovProperties;
import io.verbena.sriov.vf.model.NicCandidate;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** NICs as the planner wants them: with the slots that the NIC itself counts, and what its VFs were promised. */
@Repository
public class NicCandidates {
    private static final String PROMISED = """
            SELECT s.nic, sum(f.qp) AS qp, sum(f.cq) AS cq, sum(f.mr) AS mr, sum(f.pd) AS pd,
                sum(f.registered_bytes) AS registered_bytes,
                sum((f.placement ->> 'bandwidthMbps')::bigint) AS bandwidth_mbps
            FROM vf_status s JOIN virtual_function f ON f.uid = s.vf
            WHERE s.nic IS NOT NULL AND (:nic::text IS NULL OR s.nic = :nic) GROUP BY s.nic
            """;

    private static final String SLOTS = """
            SELECT nic, array_agg(slot_index ORDER BY slot_index) FILTER (WHERE state = 'FREE') AS free,
                array_agg(slot_index) FILTER (WHERE state = 'ASSIGNED') AS assigned
            FROM function_slot WHERE :nic::text IS NULL OR nic = :nic GROUP BY nic
            """;

    private final JdbcClient jdbc;
    private final Nics nics;
    private final @Nullable Long linkMbps;

    NicCandidates(JdbcClient jdbc, Nics nics, SriovProperties properties) {
        this.jdbc = jdbc;
        this.nics = nics;
        this.linkMbps =
                properties.nic().linkMbps() == 0 ? null : properties.nic().linkMbps();
    }

    /** What the VFs on a NIC have been promised, together. */
    private record Promised(String nic, Map<Resource, Long> objects, long mbps) {
        static Promised nothing(String nic) {
            return new Promised(nic, Map.of(), 0);
        }

        static Promised row(ResultSet row, int number) throws SQLException {
            return new Promised(
                    row.getString("nic"),
                    Map.of(
                            Resource.QP, row.getLong("qp"),
                            Resource.CQ, row.getLong("cq"),
                            Resource.MR, row.getLong("mr"),
                            Resource.PD, row.getLong("pd"),
                            Resource.REGISTERED_BYTES, row.getLong("registered_bytes")),
                    row.getLong("bandwidth_mbps"));
        }
    }

    /** Which slots of a NIC are free, in order, and which hold a VF. */
    private record Slots(String nic, List<Integer> free, List<Integer> assigned) {
        static Slots none(String nic) {
            return new Slots(nic, List.of(), List.of());
        }

        static Slots row(ResultSet row, int number) throws SQLException {
            return new Slots(row.getString("nic"), indexes(row.getArray("free")), indexes(row.getArray("assigned")));
        }

        private static List<Integer> indexes(@Nullable Array array) throws SQLException {
            return array == null ? List.of() : List.of((Integer[]) array.getArray());
        }
    }

    /** All NICs. */
    public List<NicCandidate> all() {
        Map<String, Promised> promised = promised(null).collect(Collectors.toMap(Promised::nic, each -> each));
        Map<String, Slots> slots = slots(null).collect(Collectors.toMap(Slots::nic, each -> each));
        return nics.all().stream()
                .map(nic -> candidate(
                        nic,
                        slots.getOrDefault(nic.name(), Slots.none(nic.name())),
                        promised.getOrDefault(nic.name(), Promised.nothing(nic.name()))))
                .toList();
    }

    /** One NIC, whose row the caller has locked: nothing is placed on it meanwhile. */
    public NicCandidate of(Nic nic) {
        return candidate(
                nic,
                slots(nic.name()).findFirst().orElse(Slots.none(nic.name())),
                promised(nic.name()).findFirst().orElse(Promised.nothing(nic.name())));
    }

    private Stream<Promised> promised(@Nullable String nic) {
        return jdbc.sql(PROMISED).param("nic", nic).query(Promised::row).list().stream();
    }

    private Stream<Slots> slots(@Nullable String nic) {
        return jdbc.sql(SLOTS).param("nic", nic).query(Slots::row).list().stream();
    }

    private NicCandidate candidate(Nic nic, Slots slots, Promised promised) {
        List<Integer> free = slots.free().stream()
                .filter(index -> index < nic.usableFunctions())
                .toList();
        long assigned = slots.assigned().stream()
                .filter(index -> index < nic.usableFunctions())
                .count();
        return new NicCandidate(
                nic.name(),
                nic.host(),
                nic.approved(),
                nic.cordoned(),
                nic.heartbeatRecent(),
                nic.capability().perFunctionMax(),
                nic.capability().deviceMax(),
                promised.objects(),
                linkMbps,
                promised.mbps(),
                free,
                (int) assigned);
    }
}
