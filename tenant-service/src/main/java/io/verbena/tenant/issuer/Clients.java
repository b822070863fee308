package io.verbena.tenant.issuer;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Stored clients. */
final class Clients {
    private static final String SELECT = """
            SELECT client.*, node.name AS tenant FROM client LEFT JOIN node ON node.id = client.node_id
            """;

    private final JdbcClient jdbc;

    Clients(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<Client> find(String id) {
        return jdbc.sql(SELECT + "WHERE client.id = :id")
                .param("id", id)
                .query((row, number) -> client(row))
                .optional();
    }

    /** A tenant's, by id. */
    List<Client> ofTenant(UUID tenantNodeId, @Nullable String after, int limit) {
        return jdbc.sql(SELECT + """
                        WHERE client.node_id = :node AND client.id > :after ORDER BY client.id LIMIT :limit
                        """)
                .param("node", tenantNodeId)
                .param("after", after == null ? "" : after)
                .param("limit", limit)
                .query((row, number) -> client(row))
                .list();
    }

    int countOfTenant(UUID tenantNodeId) {
        return jdbc.sql("SELECT count(*) FROM client WHERE node_id = :node")
                .param("node", tenantNodeId)
                .query(Integer.class)
                .single();
    }

    Client insertForTenant(String id, String secretHash, String role, UUID tenantNodeId) {
        jdbc.sql("""
                        INSERT INTO client (id, secret_hash, roles, node_id, created_at)
                        VALUES (:id, :hash, ARRAY[:role], :node, clock_timestamp())
                        """)
                .param("id", id)
                .param("hash", secretHash)
                .param("role", role)
                .param("node", tenantNodeId)
                .update();
        return find(id).orElseThrow();
    }

    /** Replaces the hash of a client's secret, unless the secret was changed since that hash was read. */
    void rehash(String id, String before, String after) {
        jdbc.sql("UPDATE client SET secret_hash = :after WHERE id = :id AND secret_hash = :before")
                .param("id", id)
                .param("before", before)
                .param("after", after)
                .update();
    }

    void delete(String id) {
        jdbc.sql("DELETE FROM client WHERE id = :id").param("id", id).update();
    }

    /**
     * Makes the platform's client as given, new or not.
     *
     * @return false when that id is a tenant's client, which stays what it is
     */
    boolean putForPlatform(String id, String secretHash, Set<String> roles, @Nullable String nic) {
        return jdbc.sql("""
                        INSERT INTO client (id, secret_hash, roles, nic, created_at)
                        VALUES (:id, :hash, :roles, :nic, clock_timestamp())
                        ON CONFLICT (id) DO UPDATE
                        SET secret_hash = excluded.secret_hash, roles = excluded.roles, nic = excluded.nic
                        WHERE client.node_id IS NULL
                        """)
                        .param("id", id)
                        .param("hash", secretHash)
                        .param("roles", roles.stream().sorted().toArray(String[]::new))
                        .param("nic", nic)
                        .update()
                == 1;
    }

    /** Deletes the platform's clients whose ids are not among these. */
    void retainForPlatform(Collection<String> ids) {
        jdbc.sql("DELETE FROM client WHERE node_id IS NULL AND id <> ALL (:ids)")
                .param("ids", ids.toArray(String[]::new))
                .update();
    }

    private static Client client(ResultSet row) throws SQLException {
        return new Client(
                row.getString("id"),
                row.getString("secret_hash"),
                Set.of((String[]) row.getArray("roles").getArray()),
                row.getObject("node_id", UUID.class),
                row.getString("tenant"),
                row.getString("nic"),
                row.getObject("created_at", OffsetDateTime.class).toInstant());
    }
}
