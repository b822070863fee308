package io.verbena.kit.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Holds back every {@code DataSource} until it gives a connection. */
final class DatabaseGate implements BeanPostProcessor {
    private static final Logger log = LoggerFactory.getLogger(DatabaseGate.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof DataSource database) {
            await(database, name);
        }
        return bean;
    }

    private static void await(DataSource database, String name) {
        var attempts = new FutureTask<>(() -> attemptUntilConnected(database), null);
        Thread thread = Thread.ofVirtual().name("waiting for the database").start(attempts);
        try {
            // Without a time-out, so that this thread is WAITING: a context that is closed meanwhile, as by SIGTERM,
            // interrupts it then; one that sleeps it would wait for.
            attempts.get();
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new BeanCreationException(name, "stopped while waiting for the database", e);
        } catch (ExecutionException e) {
            throw new BeanCreationException(name, "waiting for the database", e);
        }
    }

    private static void attemptUntilConnected(DataSource database) {
        Duration pause = FIRST_PAUSE;
        while (!Thread.currentThread().isInterrupted()) {
            try (Connection connection = database.getConnection()) {
                log.info("connected to {}", connection.getMetaData().getURL());
                return;
            } catch (SQLException | RuntimeException e) {
                log.warn(
                        "{} does not answer, next attempt in {} ms: {}",
                        addressOf(database),
                        pause.toMillis(),
                        rootOf(e));
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                return;
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    private static String addressOf(DataSource database) {
        return database instanceof HikariDataSource pool ? pool.getJdbcUrl() : database.toString();
    }

    private static String rootOf(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root.toString();
    }
}
