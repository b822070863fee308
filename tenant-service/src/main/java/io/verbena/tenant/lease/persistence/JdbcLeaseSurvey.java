package io.verbena.tenant.lease.persistence;

import io.verbena.contracts.Resource;
import io.verbena.tenant.lease.model.LeaseSurvey;
import java.time.Duration;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads of all leases, without locks. */
@Repository
class JdbcLeaseSurvey implements LeaseSurvey {
    private final JdbcClient jdbc;

    JdbcLeaseSurvey(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public boolean knows(String nic) {
        return jdbc.sql("SELECT EXISTS (SELECT FROM lease_nic WHERE nic = :nic)")
                .param("nic", nic)
                .query(Boolean.class)
                .single();
    }

    @Override
    public List<String> silentAndWaiting(Duration silence) {
        return jdbc.sql("""
                        SELECT DISTINCT line.nic FROM lease_line line JOIN lease_nic ON lease_nic.nic = line.nic
                        WHERE line.unmet > 0 AND lease_nic.heard_at < clock_timestamp() - make_interval(secs => :silence)
                        """)
                .param("silence", silence.toSeconds())
                .query((row, _) -> row.getString("nic"))
                .list();
    }

    @Override
    public List<Share> stranded(Duration silence) {
        return jdbc.sql("""
                        SELECT line.nic, node.name, line.resource,
                            CASE WHEN lease_nic.heard_at < clock_timestamp() - make_interval(secs => :silence)
                                THEN line.granted - line.returned ELSE 0 END AS charge
                        FROM lease_line line
                        JOIN lease_nic ON lease_nic.nic = line.nic
                        JOIN node ON node.id = line.node_id
                        """)
                .param("silence", silence.toSeconds())
                .query((row, number) -> new Share(
                        row.getString("nic"),
                        row.getString("name"),
                        Resource.valueOf(row.getString("resource")),
                        row.getLong("charge")))
                .list();
    }

    @Override
    public List<Difference> differences() {
        return jdbc.sql("""
                        SELECT nic, resource, sum(granted - granted_seen)::bigint AS charge FROM lease_line
                        GROUP BY nic, resource
                        """)
                .query((row, number) -> new Difference(
                        row.getString("nic"), Resource.valueOf(row.getString("resource")), row.getLong("charge")))
                .list();
    }
}
