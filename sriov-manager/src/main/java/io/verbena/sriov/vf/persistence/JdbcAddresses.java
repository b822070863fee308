package io.verbena.sriov.vf.persistence;

import io.verbena.sriov.SriovProperties;
import io.verbena.sriov.vf.model.AddressPool;
import io.verbena.sriov.vf.model.Addresses;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Table {@code vf_address}. The cursor's row is the lock under which addresses are chosen. */
@Repository
class JdbcAddresses implements Addresses {
    private final JdbcClient jdbc;
    private final AddressPool pool;
    private final long quarantineSeconds;

    JdbcAddresses(JdbcClient jdbc, SriovProperties properties) {
        this.jdbc = jdbc;
        this.pool = AddressPool.parse(properties.addressPool());
        this.quarantineSeconds = properties.addressQuarantine().toSeconds();
    }

    @Override
    @Transactional
    public Optional<String> assign(UUID vfUid) {
        long next = jdbc.sql("SELECT next_host FROM address_cursor FOR UPDATE")
                .query(Long.class)
                .single();
        Optional<String> present = jdbc.sql("SELECT address FROM vf_address WHERE vf = :vf")
                .param("vf", vfUid)
                .query(String.class)
                .optional();
        if (present.isPresent()) {
            return present;
        }
        for (long host = next; host < next + pool.size(); host++) {
            String address = pool.address(host);
            if (take(address, vfUid)) {
                jdbc.sql("UPDATE address_cursor SET next_host = :next")
                        .param("next", host + 1)
                        .update();
                return Optional.of(address);
            }
        }
        return Optional.empty();
    }

    @Override
    @Transactional
    public boolean claim(String address, UUID vfUid) {
        jdbc.sql("""
                        INSERT INTO vf_address (address, vf) VALUES (:address, :vf)
                        ON CONFLICT (address) DO UPDATE SET vf = :vf, released_at = NULL WHERE vf_address.vf IS NULL
                        """).param("address", address).param("vf", vfUid).update();
        return jdbc.sql("SELECT count(*) FROM vf_address WHERE address = :address AND vf = :vf")
                        .param("address", address)
                        .param("vf", vfUid)
                        .query(Long.class)
                        .single()
                > 0;
    }

    @Override
    public void release(UUID vfUid) {
        jdbc.sql("UPDATE vf_address SET vf = NULL, released_at = now() WHERE vf = :vf")
                .param("vf", vfUid)
                .update();
    }

    private boolean take(String address, UUID vfUid) {
        return jdbc.sql("""
                        INSERT INTO vf_address (address, vf)
                        SELECT :address, :vf WHERE NOT EXISTS (SELECT 1 FROM function_slot
                            WHERE vf IS NULL AND observed #>> '{spec,address}' = :address)
                        ON CONFLICT (address) DO UPDATE SET vf = :vf, released_at = NULL
                        WHERE vf_address.vf IS NULL
                          AND vf_address.released_at <= now() - make_interval(secs => :quarantine)
                        """)
                        .param("address", address)
                        .param("vf", vfUid)
                        .param("quarantine", quarantineSeconds)
                        .update()
                > 0;
    }
}
