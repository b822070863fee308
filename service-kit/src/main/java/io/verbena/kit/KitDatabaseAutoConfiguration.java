package io.verbena.kit;

import io.verbena.kit.changelog.ChangeLogConfiguration;
import io.verbena.kit.database.DatabaseConfiguration;
import io.verbena.kit.idempotency.IdempotencyConfiguration;
import io.verbena.kit.watch.WatchConfiguration;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The parts of a service that has a database. */
@AutoConfiguration(
        after = {DataSourceAutoConfiguration.class, JdbcClientAutoConfiguration.class, KafkaAutoConfiguration.class})
@ConditionalOnClass({DataSource.class, JdbcClient.class})
@ConditionalOnBean(DataSource.class)
@Import({
    DatabaseConfiguration.class,
    IdempotencyConfiguration.class,
    ChangeLogConfiguration.class,
    WatchConfiguration.class
})
public final class KitDatabaseAutoConfiguration {}
