package io.verbena.nic.device.control;

import io.verbena.contracts.nic.NicRegistration;
import io.verbena.contracts.nic.NicRegistrationReply;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers with sriov-manager, then each heartbeat again. A manager that is away costs nothing but a log line: the NIC
 * keeps what standing it had.
 */
public final class ManagerRegistration implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ManagerRegistration.class);

    private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(1);
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(30);
    private static final int LONGEST_HEARTBEAT_SECONDS = 300;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    private final String path;
    private final String nic;
    private final Supplier<NicRegistration> registration;
    private final ManagerClient manager;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private volatile Standing standing = Standing.UNREGISTERED;

    private ManagerRegistration(String nic, Supplier<NicRegistration> registration, ManagerClient manager) {
        this.path = "/api/v1/nics/" + nic + ":register";
        this.nic = nic;
        this.registration = registration;
        this.manager = manager;
        this.thread = Thread.ofVirtual().name(nic + "-registration").unstarted(this::run);
    }

    /**
     * Starts to register, in a thread of its own.
     *
     * @param registration what to say, asked for each time
     */
    public static ManagerRegistration start(String nic, Supplier<NicRegistration> registration, ManagerClient manager) {
        var started = new ManagerRegistration(nic, registration, manager);
        started.thread.start();
        return started;
    }

    public Standing standing() {
        return standing;
    }

    private void run() {
        Duration backOff = FIRST_BACK_OFF;
        Duration wait = Duration.ZERO;
        while (!stopped(wait)) {
            try {
                NicRegistrationReply reply = register();
                onReply(reply);
                backOff = FIRST_BACK_OFF;
                wait = Duration.ofSeconds(Math.clamp(reply.heartbeatSeconds(), 1, LONGEST_HEARTBEAT_SECONDS));
            } catch (IOException e) {
                log.warn(
                        "{} is not registered at {}: {}; next try in {} s",
                        nic,
                        manager.at(path),
                        e.getMessage(),
                        backOff.toSeconds());
                wait = backOff;
                backOff = backOff.multipliedBy(2).compareTo(LONGEST_BACK_OFF) < 0
                        ? backOff.multipliedBy(2)
                        : LONGEST_BACK_OFF;
            }
        }
    }

    private boolean stopped(Duration wait) {
        try {
            return stop.await(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private void onReply(NicRegistrationReply reply) {
        Standing now = reply.approved() ? Standing.APPROVED : Standing.WAITING_FOR_APPROVAL;
        if (standing != now) {
            log.info("{} is registered at {}: {}", nic, manager.at(path), now);
        }
        standing = now;
    }

    private NicRegistrationReply register() throws IOException {
        return manager.post(path, registration.get(), NicRegistrationReply.class);
    }

    @Override
    public void close() {
        stop.countDown();
        thread.interrupt();
        try {
            thread.join(STOP_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
