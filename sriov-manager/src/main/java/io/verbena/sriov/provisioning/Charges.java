package io.verbena.sriov.provisioning;

import io.verbena.contracts.Resource;
import io.verbena.kit.problem.Problem;
import io.verbena.sriov.SriovProperties;
import io.verbena.sriov.tenancy.QuotaReservations;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * What each VF owes the ledger. A row stands before the ledger is asked and goes after it was given back, so that no
 * charge can be forgotten; a VF with a row cannot be removed.
 */
@Component
class Charges {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final JdbcClient jdbc;
    private final QuotaReservations ledger;
    private final Duration ttl;

    Charges(JdbcClient jdbc, QuotaReservations ledger, SriovProperties properties) {
        this.jdbc = jdbc;
        this.ledger = ledger;
        this.ttl = properties.reservationTtl();
    }

    /** Reserves; the ledger's problem when it refuses. */
    Optional<Problem> reserve(UUID operation, UUID vf, String tenant, Map<Resource, Long> amounts) {
        jdbc.sql("""
                        INSERT INTO vf_charge (operation_id, vf, amounts, committed, renewed_at)
                        VALUES (:operation, :vf, :amounts::jsonb, false, now()) ON CONFLICT DO NOTHING
                        """)
                .param("operation", operation)
                .param("vf", vf)
                .param("amounts", JSON.writeValueAsString(amounts))
                .update();
        return switch (ledger.reserve(operation, tenant, amounts, ttl)) {
            case QuotaReservations.Decision.Reserved() -> Optional.empty();
            case QuotaReservations.Decision.Refused(Problem problem) -> Optional.of(problem);
        };
    }

    /** Renews an uncommitted reservation once a third of its time is over. False: it has expired. */
    boolean keep(UUID operation) {
        boolean due = jdbc.sql("""
                        UPDATE vf_charge SET renewed_at = now()
                        WHERE operation_id = :operation AND NOT committed
                          AND renewed_at < now() - make_interval(secs => :third)
                        """)
                        .param("operation", operation)
                        .param("third", ttl.toMillis() / 3000.0)
                        .update()
                > 0;
        return !due || ledger.renew(operation);
    }

    /** Makes the charge permanent; true also when nothing was reserved. False: the reservation has expired. */
    boolean commit(UUID operation) {
        Optional<Boolean> committed = jdbc.sql("SELECT committed FROM vf_charge WHERE operation_id = :operation")
                .param("operation", operation)
                .query(Boolean.class)
                .optional();
        if (committed.orElse(true)) {
            return true;
        }
        if (!ledger.commit(operation)) {
            return false;
        }
        jdbc.sql("UPDATE vf_charge SET committed = true WHERE operation_id = :operation")
                .param("operation", operation)
                .update();
        return true;
    }

    /** Lowers what a VF is charged to {@code wanted}, taking from the newest charges first. */
    void lowerTo(UUID vf, Map<Resource, Long> wanted) {
        List<Charge> committed = jdbc.sql("SELECT operation_id, amounts FROM vf_charge WHERE vf = :vf AND committed"
                        + " ORDER BY operation_id")
                .param("vf", vf)
                .query((row, number) ->
                        new Charge(row.getObject("operation_id", UUID.class), amounts(row.getString("amounts"))))
                .list();
        Map<Resource, Long> left = new EnumMap<>(wanted);
        for (Charge charge : committed) {
            Map<Resource, Long> kept = new EnumMap<>(Resource.class);
            charge.amounts().forEach((resource, amount) -> {
                long keeps = Math.min(amount, left.getOrDefault(resource, 0L));
                left.merge(resource, -keeps, Long::sum);
                if (keeps > 0) {
                    kept.put(resource, keeps);
                }
            });
            if (kept.isEmpty()) {
                giveBack(charge.operation());
            } else if (!kept.equals(charge.amounts())) {
                reduce(charge.operation(), kept);
            }
        }
    }

    private void reduce(UUID operation, Map<Resource, Long> kept) {
        ledger.reduce(operation, kept);
        jdbc.sql("UPDATE vf_charge SET amounts = :amounts::jsonb WHERE operation_id = :operation")
                .param("amounts", JSON.writeValueAsString(kept))
                .param("operation", operation)
                .update();
    }

    private static Map<Resource, Long> amounts(String json) {
        return JSON.readValue(json, new TypeReference<Map<Resource, Long>>() {});
    }

    /** Gives back what one operation reserved or was charged. */
    void giveBack(UUID operation) {
        ledger.giveBack(operation);
        jdbc.sql("DELETE FROM vf_charge WHERE operation_id = :operation")
                .param("operation", operation)
                .update();
    }

    /** Gives back all that a VF was charged. */
    void giveBackAll(UUID vf) {
        List<UUID> operations = jdbc.sql("SELECT operation_id FROM vf_charge WHERE vf = :vf")
                .param("vf", vf)
                .query((row, number) -> row.getObject("operation_id", UUID.class))
                .list();
        operations.forEach(this::giveBack);
    }

    private record Charge(UUID operation, Map<Resource, Long> amounts) {}
}
