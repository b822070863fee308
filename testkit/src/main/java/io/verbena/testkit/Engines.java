package io.verbena.testkit;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;

/**
 * Where PostgreSQL and Kafka run: in containers when a Docker daemon answers that has the images or gets them, else embedded.
 * {@value #VARIABLE} asks for one of the two, and then the other is never taken. Testcontainers removes the containers when
 * the JVM ends; after a kill Ryuk does, where it runs.
 */
final class Engines {
    private static final String VARIABLE = "VERBENA_TEST_ENGINES";

    private enum Wanted {
        CONTAINERS,
        EMBEDDED,
        EITHER
    }

    private static final Logger LOG = LoggerFactory.getLogger(Engines.class);
    private static final Wanted WANTED = wanted(System.getenv(VARIABLE));

    /** Whether the next server is tried in a container: what failed once costs its time once. */
    private static final AtomicBoolean CONTAINERS = new AtomicBoolean(WANTED != Wanted.EMBEDDED);

    /** Said once for each JVM. */
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private Engines() {}

    static Server start(String name, Supplier<Server> inContainer, Supplier<Server> embedded) {
        if (!CONTAINERS.get()) {
            return embedded.get();
        }
        try {
            URI daemon = requireDaemon();
            Server server = inContainer.get();
            if (SAID.compareAndSet(false, true)) {
                LOG.info(
                        "{} and what follows run in containers of {}; {}=embedded goes without",
                        name,
                        daemon,
                        VARIABLE);
            }
            return server;
        } catch (RuntimeException e) {
            if (WANTED == Wanted.CONTAINERS) {
                throw new IllegalStateException("starting " + name + " in a container, as " + VARIABLE + " says", e);
            }
            LOG.info(
                    "{} and what follows run embedded, as containers cannot: {}; {}=containers insists",
                    name,
                    rootMessage(e),
                    VARIABLE);
            CONTAINERS.set(false);
            return embedded.get();
        }
    }

    /** The daemon that was asked for, whose ports are on loopback: tests take servers away by cutting a link of loopback. */
    private static URI requireDaemon() {
        var docker = DockerClientFactory.instance();
        URI daemon = docker.getTransportConfig().getDockerHost();
        String asked = System.getenv("DOCKER_HOST");
        if (asked != null && !asked.isEmpty() && !asked.equals(daemon.toString())) {
            // Testcontainers would go on with the next daemon that it finds.
            throw new IllegalStateException("no Docker daemon answers at DOCKER_HOST=" + asked);
        }
        String host = docker.dockerHostIpAddress();
        try {
            if (!InetAddress.getByName(host).isLoopbackAddress()) {
                throw new IllegalStateException("Docker publishes ports on " + host + ", which is not loopback;"
                        + " TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1 says that it does there too");
            }
        } catch (UnknownHostException e) {
            throw new IllegalStateException("Docker publishes ports on " + host + ", which nobody knows", e);
        }
        return daemon;
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage()).lines().findFirst().orElse(root.toString());
    }

    private static Wanted wanted(@Nullable String value) {
        if (value == null || value.isEmpty()) {
            return Wanted.EITHER;
        }
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "containers" -> Wanted.CONTAINERS;
            case "embedded" -> Wanted.EMBEDDED;
            default -> throw new IllegalArgumentException(VARIABLE + " is containers or embedded, not " + value);
        };
    }
}
