package io.verbena.ctl;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Where the system is and who asks: by options, else by variables, else by the configuration file. */
final class Settings {
    @Option(
            names = "--config",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "Lines of NAME=VALUE, as the options are named [VNICCTL_CONFIG] (default:"
                    + " ~/.config/vnicctl.properties).")
    private @Nullable Path config;

    @Option(
            names = "--tenant-url",
            scope = ScopeType.INHERIT,
            paramLabel = "URL",
            description = "tenant-service, which gives tokens too [VNICCTL_TENANT_URL] (default:"
                    + " http://127.0.0.1:8081).")
    private URI tenantUrl = URI.create("http://127.0.0.1:8081");

    @Option(
            names = "--sriov-url",
            scope = ScopeType.INHERIT,
            paramLabel = "URL",
            description = "sriov-manager [VNICCTL_SRIOV_URL] (default: http://127.0.0.1:8082).")
    private URI sriovUrl = URI.create("http://127.0.0.1:8082");

    @Option(
            names = "--client-id",
            scope = ScopeType.INHERIT,
            paramLabel = "ID",
            description = "Who asks [VNICCTL_CLIENT_ID] (default: operator).")
    private String clientId = "operator";

    @Option(
            names = "--client-secret-file",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "Holds its secret [VNICCTL_CLIENT_SECRET_FILE; the secret itself: VNICCTL_CLIENT_SECRET].")
    private @Nullable Path clientSecretFile;

    @Option(names = "--client-secret", scope = ScopeType.INHERIT, hidden = true)
    private @Nullable String clientSecret;

    @Option(
            names = "--token",
            scope = ScopeType.INHERIT,
            paramLabel = "TOKEN",
            description = "A bearer token, in place of a client [VNICCTL_TOKEN].")
    private @Nullable String token;

    @Option(
            names = "--ca",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "Whose certificates to take, in PEM [VNICCTL_CA] (default: the JVM's authorities).")
    private @Nullable Path ca;

    URI tenantUrl() {
        return tenantUrl;
    }

    URI sriovUrl() {
        return sriovUrl;
    }

    String clientId() {
        return clientId;
    }

    @Nullable
    String token() {
        return token;
    }

    SSLContext trust() throws Failure {
        return Trust.of(ca);
    }

    String clientSecret() throws Failure {
        if (clientSecret != null) {
            return clientSecret;
        }
        Path file = clientSecretFile;
        if (file == null) {
            throw new Failure(
                    ExitCodes.USAGE,
                    "who asks? Give VNICCTL_CLIENT_SECRET or --client-secret-file for client " + clientId
                            + ", or VNICCTL_TOKEN");
        }
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new Failure(ExitCodes.USAGE, "the secret cannot be read from " + file + ": " + e, e);
        }
    }
}
