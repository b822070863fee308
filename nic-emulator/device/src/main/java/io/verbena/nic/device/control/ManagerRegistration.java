package io.verbena.nic.device.control;

import io.verbena.contracts.nic.NicRegistration;
import io.verbena.contracts.nic.NicRegistrationReply;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Registers with sriov-manager, then each heartbeat again. A manager that is away costs nothing but a log line: the NIC
 * keeps what standing it had.
 */
public final class ManagerRegistration implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ManagerRegistration.class);

    private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(1);
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(30);
    private static final int LONGEST_HEARTBEAT_SECONDS = 300;
    private static final int MAX_REASON_CHARACTERS = 300;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    private final URI address;
    private final NicRegistration registration;
    private final ServiceToken token;
    private final HttpClient http;
    private final JsonMapper json = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private volatile Standing standing = Standing.UNREGISTERED;

    private ManagerRegistration(URI managerUrl, NicRegistration registration, ServiceToken token, HttpClient http) {
        this.address = URI.create(
                managerUrl.toString().replaceAll("/$", "") + "/api/v1/nics/" + registration.nic() + ":register");
        this.registration = registration;
        this.token = token;
        this.http = http;
        this.thread =
                Thread.ofVirtual().name(registration.nic() + "-registration").unstarted(this::run);
    }

    /** Starts to register, in a thread of its own. */
    public static ManagerRegistration start(
            URI managerUrl, NicRegistration registration, Issuer issuer, ClientCredentials client, HttpClient http) {
        var started = new ManagerRegistration(managerUrl, registration, new ServiceToken(issuer, client, http), http);
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
                        registration.nic(),
                        address,
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
            log.info("{} is registered at {}: {}", registration.nic(), address, now);
        }
        standing = now;
    }

    private NicRegistrationReply register() throws IOException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(Issuer.REQUEST_LIMIT)
                .header("Authorization", "Bearer " + token.current(System.nanoTime()))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(registration)))
                .build();
        HttpResponse<String> answer = Issuer.exchange(http, request);
        if (answer.statusCode() == 401) {
            token.forget();
        }
        if (answer.statusCode() / 100 != 2) {
            String reason = answer.body();
            throw new IOException("the manager answers " + answer.statusCode() + " "
                    + reason.substring(0, Math.min(reason.length(), MAX_REASON_CHARACTERS)));
        }
        try {
            return json.readValue(answer.body(), NicRegistrationReply.class);
        } catch (JacksonException e) {
            throw new IOException("the manager's answer cannot be read", e);
        }
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
