package io.verbena.kit.watch;

import static io.verbena.kit.sample.Running.CONTEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.contracts.change.ChangeType;
import io.verbena.kit.changelog.ChangeLog;
import io.verbena.kit.changelog.Outbox;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Streams to clients that take as much as the test lets them: a socket would have buffers of unknown size. */
class SlowClientIT {
    private static final Duration NO_PATIENCE = Duration.ofNanos(1);
    private static final Duration LONG = Duration.ofMinutes(1);

    private final ChangeHub hub = CONTEXT.getBean(ChangeHub.class);

    @Test
    void whoDoesNotKeepUpIsCutOffAlone() throws Exception {
        var slow = new Client(1);
        var fast = new Client(Integer.MAX_VALUE);
        hub.join();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<StreamEnd> slowEnd = threads.submit(stream(slow, NO_PATIENCE)::run);
            Future<StreamEnd> fastEnd = threads.submit(stream(fast, LONG)::run);
            await().until(() -> slow.text().contains("BOOKMARK") && fast.text().contains("BOOKMARK"));
            append(1);
            await().until(slow::waits);
            append(2 * ChangeHub.WINDOW);
            await().until(() ->
                    fast.text().contains("\"left\":1}") && fast.text().endsWith("\"left\":0}\n\n"));
            slow.takesAll();
            assertThat(slowEnd.get(20, TimeUnit.SECONDS)).isEqualTo(StreamEnd.TOO_SLOW);
            assertThat(slow.text()).contains("event: ERROR").contains("STREAM_TOO_SLOW");
            assertThat(fastEnd.isDone()).isFalse();
            fast.leaves();
            append(1);
            assertThat(fastEnd.get(20, TimeUnit.SECONDS)).isEqualTo(StreamEnd.CLIENT_GONE);
        } finally {
            hub.leave();
        }
    }

    private WatchStream stream(Client client, Duration patience) {
        ResourceVersions versions = CONTEXT.getBean(ResourceVersions.class);
        return new WatchStream(
                CONTEXT.getBean(ChangeLog.class),
                hub,
                versions,
                new Semaphore(1),
                CONTEXT.getBean(JsonMapper.class),
                new WatchProperties(1, 1, LONG, patience),
                WatchedObjects.all("slow"),
                new EventWriter(client),
                null,
                versions.now());
    }

    private static void append(int count) {
        Outbox outbox = CONTEXT.getBean(Outbox.class);
        new TransactionTemplate(CONTEXT.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            for (int left = count - 1; left >= 0; left--) {
                outbox.append("slow", "s", 1, "slow", ChangeType.MODIFIED, Map.of("left", left));
            }
        });
    }

    /** What a stream has written; a write waits until the client takes it. */
    private static final class Client extends ByteArrayOutputStream {
        private final Semaphore takes;
        private volatile boolean gone;

        Client(int takes) {
            this.takes = new Semaphore(takes);
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            if (gone) {
                throw new IOException("the client is gone");
            }
            takes.acquireUninterruptibly();
            write(bytes, 0, bytes.length);
        }

        boolean waits() {
            return takes.hasQueuedThreads();
        }

        void takesAll() {
            takes.release(Integer.MAX_VALUE / 2);
        }

        void leaves() {
            gone = true;
        }

        String text() {
            return toString(StandardCharsets.UTF_8);
        }
    }
}
