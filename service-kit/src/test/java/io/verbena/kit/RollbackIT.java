package io.verbena.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.kit.sample.Api;
import io.verbena.kit.sample.Running;
import io.verbena.kit.sample.SampleService;
import io.verbena.testkit.Kafka;
import io.verbena.testkit.Postgres;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

class RollbackIT {
    private static final String KIT = "classpath:db/migration/kit";
    private static final String SAMPLE = "classpath:db/migration/sample";

    /** The newer one's migration is numbered before the newest of the older one, as the kit's are. */
    @Test
    void aReleaseStartsOnASchemaThatANewerOneMigrated() {
        Postgres.Database database = Postgres.shared().database();
        Flyway.configure()
                .dataSource(database.jdbcUrl("sample"), database.user(), database.password())
                .defaultSchema("sample")
                .locations(KIT, SAMPLE, "classpath:db/migration/newer")
                .load()
                .migrate();
        var properties = SampleService.properties(database, Kafka.shared().bootstrap(), Running.TOKENS.issuer());

        try (ConfigurableApplicationContext older = SampleService.start(properties)) {
            assertThat(Api.at(Running.port(older))
                            .awaitReady()
                            .get("/readyz", null)
                            .status())
                    .isEqualTo(200);
        }
    }
}
