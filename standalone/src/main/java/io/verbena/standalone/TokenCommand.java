package io.verbena.standalone;

import io.verbena.standalone.demo.ApiFailure;
import io.verbena.standalone.demo.Reply;
import io.verbena.standalone.demo.RestClient;
import io.verbena.standalone.system.Client;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** A token of a running system, alone on standard output so that a shell can take it. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Print a bearer token of the system that runs from this folder.",
        footer = {
            "",
            "For example:",
            "  curl -H \"Authorization: Bearer $(./verbena token blue)\" \\",
            "    http://127.0.0.1:8082/api/v1/tenants/blue/virtualFunctions"
        })
final class TokenCommand implements Callable<Integer> {
    private static final int SHOWN_TENANTS = 20;

    @ArgGroup(multiplicity = "1")
    private final Subject subject = new Subject();

    /** Whose token: exactly one of the two. */
    static final class Subject {
        @Parameters(paramLabel = "TENANT", description = "An administrator of this tenant.")
        private @Nullable String tenant;

        @Option(names = "--operator", description = "The platform's administrator instead.")
        private boolean operator;
    }

    @Override
    public Integer call() throws ApiFailure, IOException {
        Folders folders = Folders.detect();
        Optional<RunningSystem> found = RunningSystem.read(folders.stateFile());
        if (found.isEmpty()) {
            System.err.println("verbena: no system runs from this folder; ./verbena up or ./verbena demo starts one");
            return 1;
        }
        RunningSystem running = found.get();
        try (HttpClient http = HttpClient.newHttpClient()) {
            Client operator = running.operator();
            RestClient api = RestClient.login(http, running.tenantUrl(), operator.id(), operator.secret());
            String tenant = subject.tenant;
            String token = tenant == null ? api.token() : tenantToken(http, api, running.tenantUrl(), tenant);
            if (token == null) {
                return 1;
            }
            System.out.println(token);
            return 0;
        }
    }

    private static @Nullable String tenantToken(HttpClient http, RestClient api, URI base, String tenant)
            throws ApiFailure {
        URI tenants = base.resolve("/api/v1/tenants");
        Reply made = api.post(
                URI.create(tenants + "/" + RestClient.segment(tenant) + "/clients"),
                Map.of("spec", Map.of("role", "tenant-admin")));
        if (made.status() == 404 || made.status() == 400) {
            System.err.println("verbena: there is no tenant " + tenant + "; "
                    + known(api.get(tenants).expect()));
            return null;
        }
        JsonNode client = made.expect();
        return RestClient.login(
                        http,
                        base,
                        client.path("clientId").asString(),
                        client.path("clientSecret").asString())
                .token();
    }

    private static String known(JsonNode page) {
        String names = String.join(
                ", ",
                page.path("items")
                        .valueStream()
                        .limit(SHOWN_TENANTS)
                        .map(item -> item.path("metadata").path("name").asString())
                        .toList());
        return names.isEmpty() ? "there is none yet" : "there are " + names;
    }
}
