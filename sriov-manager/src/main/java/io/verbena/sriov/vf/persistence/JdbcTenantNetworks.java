package io.verbena.sriov.vf.persistence;

import io.verbena.sriov.vf.model.TenantNetworks;
import java.util.Optional;
import java.util.OptionalInt;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Table {@code tenant_network}. The cursor's row is the lock under which VNIs are chosen. */
@Repository
class JdbcTenantNetworks implements TenantNetworks {
    /** 24 bits, and 0 is none. */
    private static final int VNIS = (1 << 24) - 1;

    private final JdbcClient jdbc;

    JdbcTenantNetworks(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    @Transactional
    public OptionalInt assign(String tenant) {
        Optional<Integer> present = locked(tenant);
        if (present.isPresent()) {
            return OptionalInt.of(present.get());
        }
        int next = jdbc.sql("SELECT next_vni FROM vni_cursor FOR UPDATE")
                .query(Integer.class)
                .single();
        for (int tried = 0; tried < VNIS; tried++) {
            int vni = 1 + Math.floorMod(next - 1 + tried, VNIS);
            if (take(tenant, vni)) {
                jdbc.sql("UPDATE vni_cursor SET next_vni = :next")
                        .param("next", 1 + vni % VNIS)
                        .update();
                return OptionalInt.of(vni);
            }
            // The VNI is another tenant's, or somebody was faster with this tenant's.
            present = locked(tenant);
            if (present.isPresent()) {
                return OptionalInt.of(present.get());
            }
        }
        return OptionalInt.empty();
    }

    @Override
    @Transactional
    public boolean claim(String tenant, int vni) {
        jdbc.sql("INSERT INTO tenant_network (tenant, vni) VALUES (:tenant, :vni) ON CONFLICT DO NOTHING")
                .param("tenant", tenant)
                .param("vni", vni)
                .update();
        return locked(tenant).filter(has -> has == vni).isPresent();
    }

    private Optional<Integer> locked(String tenant) {
        return jdbc.sql("SELECT vni FROM tenant_network WHERE tenant = :tenant FOR UPDATE")
                .param("tenant", tenant)
                .query(Integer.class)
                .optional();
    }

    private boolean take(String tenant, int vni) {
        return jdbc.sql("""
                        INSERT INTO tenant_network (tenant, vni)
                        SELECT :tenant, :vni WHERE NOT EXISTS (SELECT 1 FROM function_slot
                            WHERE vf IS NULL AND observed #>> '{spec,vni}' = :vni::text)
                        ON CONFLICT DO NOTHING
                        """).param("tenant", tenant).param("vni", vni).update() > 0;
    }

    @Override
    @Transactional
    public void releaseUnused(String tenant) {
        // The lock first, and a look after it: whoever got the VNI for a VF has stored that VF before.
        if (locked(tenant).isPresent()) {
            jdbc.sql("""
                            DELETE FROM tenant_network WHERE tenant = :tenant
                            AND NOT EXISTS (SELECT 1 FROM virtual_function f WHERE f.tenant = :tenant)
                            """).param("tenant", tenant).update();
        }
    }
}
