package io.verbena.sriov.device;

import io.verbena.contracts.Resource;
import io.verbena.sriov.SriovProperties;
import io.verbena.sriov.vf.model.FunctionSlot;
import io.verbena.sriov.vf.model.FunctionSlots;
import io.verbena.sriov.vf.model.NicCandidate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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

    private final JdbcClient jdbc;
    private final Nics nics;
    private final FunctionSlots slots;
    private final @Nullable Long linkMbps;

    NicCandidates(JdbcClient jdbc, Nics nics, FunctionSlots slots, SriovProperties properties) {
        this.jdbc = jdbc;
        this.nics = nics;
        this.slots = slots;
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

    /** All NICs. */
    public List<NicCandidate> all() {
        Map<String, Promised> promised = promised(null).stream().collect(Collectors.toMap(Promised::nic, each -> each));
        return nics.all().stream()
                .map(nic -> candidate(nic, promised.getOrDefault(nic.name(), Promised.nothing(nic.name()))))
                .toList();
    }

    /** One NIC, whose row the caller has locked: nothing is placed on it meanwhile. */
    public NicCandidate of(Nic nic) {
        return candidate(nic, promised(nic.name()).stream().findFirst().orElse(Promised.nothing(nic.name())));
    }

    private List<Promised> promised(@Nullable String nic) {
        return jdbc.sql(PROMISED).param("nic", nic).query(Promised::row).list();
    }

    private NicCandidate candidate(Nic nic, Promised promised) {
        List<FunctionSlot> mine = slots.on(nic.name()).stream()
                .filter(slot -> slot.index() < nic.usableFunctions())
                .toList();
        List<Integer> free = mine.stream()
                .filter(slot -> slot.state() == FunctionSlot.State.FREE)
                .map(FunctionSlot::index)
                .sorted()
                .toList();
        int assigned = (int) mine.stream()
                .filter(slot -> slot.state() == FunctionSlot.State.ASSIGNED)
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
                assigned);
    }
}
