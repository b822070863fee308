package io.verbena.tenant.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import io.verbena.testkit.Postgres;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

class SigningKeysIT {
    private static final Duration TERM = Duration.ofHours(3);
    private static final Duration TOKEN_LIFETIME = Duration.ofMinutes(15);

    private DriverManagerDataSource source;

    @BeforeEach
    void migrate() {
        Postgres.Database database = Postgres.shared().database();
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.user(), database.password())
                .locations("classpath:db/migration/tenant")
                .schemas("tenant")
                .load()
                .migrate();
        source = new DriverManagerDataSource(database.jdbcUrl("tenant"), database.user(), database.password());
    }

    @Test
    void replicasThatStartTogetherSignWithOneKey() throws Exception {
        Set<String> signers = new HashSet<>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            List<Callable<String>> replicas = IntStream.range(0, 4)
                    .<Callable<String>>mapToObj(i -> () -> replica().signer().getKeyID())
                    .toList();
            for (Future<String> signer : threads.invokeAll(replicas)) {
                signers.add(signer.get());
            }
        }
        assertThat(signers).hasSize(1);
        assertThat(replica().signer().getKeyID()).as("after a restart").isIn(signers);
        assertThat(published(replica())).as("the signer and its successor").hasSize(2);
    }

    @Test
    void theSuccessorIsKnownBeforeItSignsAndTheOldKeyUntilItsTokensHaveRunOut() {
        SigningKeys keys = replica();
        String first = keys.signer().getKeyID();
        String second = other(published(keys), Set.of(first));

        pass(TERM);
        assertThat(keys.signer().getKeyID()).isEqualTo(second);
        assertThat(published(keys)).as("a token of before is still good").contains(first, second);
        String third = other(published(keys), Set.of(first, second));

        pass(TERM);
        assertThat(keys.signer().getKeyID()).isEqualTo(third);
        assertThat(published(keys)).hasSize(3).contains(second, third).doesNotContain(first);
    }

    @Test
    void aLongSilenceLeavesTheSuccessorThatWasPublished() {
        SigningKeys keys = replica();
        String second = other(published(keys), Set.of(keys.signer().getKeyID()));
        pass(TERM.multipliedBy(10));
        assertThat(replica().signer().getKeyID()).isEqualTo(second);
    }

    @Test
    void aDatabaseThatIsAwayCostsNoToken() {
        SigningKeys keys = replica();
        String signer = keys.signer().getKeyID();
        source.setUrl("jdbc:postgresql://127.0.0.1:1/nothing");
        assertThat(keys.signer().getKeyID()).isEqualTo(signer);
    }

    /** One that reads at each use. */
    private SigningKeys replica() {
        var transactions = new TransactionTemplate(new DataSourceTransactionManager(source));
        return new SigningKeys(JdbcClient.create(source), transactions, TERM, TOKEN_LIFETIME, Duration.ZERO);
    }

    private void pass(Duration time) {
        JdbcClient.create(source)
                .sql("UPDATE signing_key SET signs_from = signs_from - make_interval(secs => :time)")
                .param("time", time.toSeconds())
                .update();
    }

    private static Set<String> published(SigningKeys keys) {
        List<JWK> all = keys.get(new JWKSelector(new JWKMatcher.Builder().build()), null);
        return Set.copyOf(all.stream().map(JWK::getKeyID).toList());
    }

    private static String other(Set<String> ids, Set<String> known) {
        Set<String> others = new HashSet<>(ids);
        others.removeAll(known);
        assertThat(others).hasSize(1);
        return others.iterator().next();
    }
}
