package io.verbena.standalone;

import io.verbena.standalone.demo.ScenarioFailure;
import io.verbena.standalone.demo.Target;
import io.verbena.tls.Tls;
import io.verbena.tls.TlsException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a system is that runs already; unless said otherwise, at the published ports of docker-compose.yml. */
final class ElsewhereOptions {
    static final String COMPOSE = "--compose";
    static final List<String> NEED_COMPOSE = List.of(
            "--tenant-url",
            "--sriov-url",
            "--telemetry-url",
            "--nic",
            "--operator-id",
            "--operator-secret-file",
            "--ca");

    private static final int MIN_NICS = 2;
    /** A container that is killed is back after seconds, its VFs once its NIC has registered and been programmed. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @Option(
            names = COMPOSE,
            description =
                    "Start nothing: play against the system of docker-compose.yml, or wherever the next options say.")
    private boolean compose;

    @Option(
            names = "--tenant-url",
            paramLabel = "URL",
            converter = Arguments.HttpUrl.class,
            defaultValue = "http://127.0.0.1:8081",
            description = "tenant-service (default: ${DEFAULT-VALUE}).")
    private URI tenantUrl = URI.create("");

    @Option(
            names = "--sriov-url",
            paramLabel = "URL",
            converter = Arguments.HttpUrl.class,
            defaultValue = "http://127.0.0.1:8082",
            description = "sriov-manager (default: ${DEFAULT-VALUE}).")
    private URI sriovUrl = URI.create("");

    @Option(
            names = "--telemetry-url",
            paramLabel = "URL",
            split = ",",
            converter = Arguments.HttpUrl.class,
            defaultValue = "http://127.0.0.1:8083",
            description =
                    "telemetry-service; every replica's, as each has series of its own (default: ${DEFAULT-VALUE}).")
    private List<URI> telemetryUrls = List.of();

    @Option(
            names = "--nic",
            paramLabel = "NAME=URL",
            converter = {Arguments.Text.class, Arguments.HttpUrl.class},
            description = "A NIC's admin API, from here; once for each of two"
                    + " (default: nic-a=http://127.0.0.1:8084 and nic-b=http://127.0.0.1:8085).")
    private Map<String, URI> nics = new LinkedHashMap<>();

    @Option(
            names = "--operator-id",
            paramLabel = "ID",
            defaultValue = "operator",
            description = "A client with role platform-admin (default: ${DEFAULT-VALUE}).")
    private String operatorId = "";

    @Option(
            names = "--operator-secret-file",
            paramLabel = "FILE",
            description = "Its secret (default: secrets/operator-secret).")
    private @Nullable Path secretFile;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "Whose certificates to take, in PEM (default: the JVM's authorities).")
    private @Nullable Path ca;

    boolean chosen() {
        return compose;
    }

    Target target(Folders folders) throws ScenarioFailure {
        Map<String, URI> ofNics = nics.isEmpty()
                ? Map.of("nic-a", URI.create("http://127.0.0.1:8084"), "nic-b", URI.create("http://127.0.0.1:8085"))
                : nics;
        if (ofNics.size() < MIN_NICS) {
            throw new ScenarioFailure("--nic is needed twice: the traffic goes between two NICs");
        }
        return new Target(
                tenantUrl,
                sriovUrl,
                telemetryUrls,
                operatorId,
                secret(secretFile == null ? folders.secret("operator-secret") : folders.resolve(secretFile)),
                new TreeMap<>(ofNics),
                0,
                PATIENCE,
                trust(folders));
    }

    private SSLContext trust(Folders folders) throws ScenarioFailure {
        Path file = ca;
        if (file == null) {
            return Tls.NONE.client();
        }
        try (Tls tls = Tls.start(Map.of(Tls.CA, folders.resolve(file).toString())::get)) {
            return tls.client();
        } catch (TlsException e) {
            throw new ScenarioFailure("--ca: " + e.getMessage(), e);
        }
    }

    private static String secret(Path file) throws ScenarioFailure {
        try {
            String secret = Files.readString(file).strip();
            if (secret.isEmpty()) {
                throw new ScenarioFailure(file + " is empty, and should hold the operator's secret");
            }
            return secret;
        } catch (NoSuchFileException e) {
            throw new ScenarioFailure(
                    "there is no " + file + " with the operator's secret: ./verbena secrets makes those of"
                            + " docker-compose.yml, --operator-secret-file names another",
                    e);
        } catch (IOException e) {
            throw new ScenarioFailure(file + " with the operator's secret cannot be read: " + e, e);
        }
    }
}
