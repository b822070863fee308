package io.verbena.tenant.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import io.verbena.testkit.Postgres;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class SigningKeysIT {
    @Test
    void replicasThatStartTogetherSignWithOneKey() throws Exception {
        Postgres.Database database = Postgres.shared().database();
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.user(), database.password())
                .locations("classpath:db/migration/tenant")
                .schemas("tenant")
                .load()
                .migrate();
        var source = new DriverManagerDataSource(database.jdbcUrl("tenant"), database.user(), database.password());
        Set<String> ids = new HashSet<>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            List<Callable<String>> replicas = IntStream.range(0, 4)
                    .<Callable<String>>mapToObj(i -> () -> keyId(new SigningKeys(JdbcClient.create(source))))
                    .toList();
            for (Future<String> id : threads.invokeAll(replicas)) {
                ids.add(id.get());
            }
        }
        assertThat(ids).hasSize(1);
        assertThat(keyId(new SigningKeys(JdbcClient.create(source))))
                .as("after a restart")
                .isIn(ids);
    }

    private static String keyId(SigningKeys keys) {
        List<JWK> all = keys.get(new JWKSelector(new JWKMatcher.Builder().build()), null);
        assertThat(all).hasSize(1);
        return all.getFirst().getKeyID();
    }
}
