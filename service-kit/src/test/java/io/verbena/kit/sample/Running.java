package io.verbena.kit.sample;

import io.verbena.testkit.Kafka;
import io.verbena.testkit.Postgres;
import io.verbena.testkit.TestTokens;
import org.springframework.context.ConfigurableApplicationContext;

/** One sample service for all test classes of this JVM that do not need their own; each uses tenants of its own. */
public final class Running {
    public static final TestTokens TOKENS = TestTokens.start();
    /** For a second replica. */
    public static final Postgres.Database DATABASE = Postgres.shared().database();

    public static final ConfigurableApplicationContext CONTEXT = SampleService.start(
            SampleService.properties(DATABASE, Kafka.shared().bootstrap(), TOKENS.issuer()));
    public static final Api API = Api.at(port(CONTEXT)).awaitReady();

    private Running() {}

    public static int port(ConfigurableApplicationContext context) {
        return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    }
}
