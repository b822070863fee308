package io.verbena.sriov.nic;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.nic.CommandReply;
import io.verbena.contracts.nic.ConfigureFunction;
import io.verbena.contracts.nic.FunctionReport;
import io.verbena.contracts.nic.FunctionTuple;
import io.verbena.contracts.nic.NicReport;
import io.verbena.contracts.nic.OverlaySegment;
import io.verbena.contracts.nic.ResizeFunctions;
import io.verbena.contracts.nic.ResizeReply;
import io.verbena.kit.client.RemoteProblem;
import io.verbena.kit.client.ServiceClients;
import io.verbena.kit.problem.Problem;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@link NicControl} over the admin API's HTTP and JSON. Answers are read tolerantly, so that a newer NIC can say more
 * than this manager knows.
 */
@Component
final class HttpNicControl implements NicControl {
    /** Each call names its NIC's own address in full. */
    private static final URI NO_BASE = URI.create("http://nic.invalid");

    private static final int FIRST_SERVER_ERROR = 500;

    private final RestClient http;
    private final JsonMapper json;

    HttpNicControl(ServiceClients clients, JsonMapper json) {
        this.http = clients.to(NO_BASE);
        this.json = json;
    }

    @Override
    public Reading read(NicEndpoint nic) {
        try {
            NicReport report = http.get()
                    .uri(URI.create(nic.adminUrl() + "/v1/nic"))
                    .retrieve()
                    .body(NicReport.class);
            return report == null ? new Reading.Silent(nic.name() + " sent an empty report") : new Reading.Read(report);
        } catch (RemoteProblem refused) {
            return new Reading.Silent(
                    nic.name() + " refused to be read: " + refused.problem().detail());
        } catch (RestClientException | OAuth2AuthorizationException lost) {
            return new Reading.Silent(describe(nic, lost));
        }
    }

    @Override
    public Outcome configure(NicEndpoint nic, ConfigureFunction command) {
        return command(nic, HttpMethod.PUT, path(command.tuple()), command);
    }

    @Override
    public Outcome destroy(NicEndpoint nic, FunctionTuple tuple) {
        return command(nic, HttpMethod.POST, path(tuple) + ":destroy", tuple);
    }

    @Override
    public Resizing resize(NicEndpoint nic, ResizeFunctions command) {
        try {
            ResizeReply reply = http.put()
                    .uri(URI.create(nic.adminUrl() + "/v1/functions/" + command.pf()))
                    .contentType(MediaType.APPLICATION_JSON)
                    .body(command)
                    .retrieve()
                    .body(ResizeReply.class);
            return new Resizing.Done(Objects.requireNonNull(reply, "a command's answer has a body")
                    .functionCount());
        } catch (RemoteProblem refused) {
            return new Resizing.Failed(nic.name() + ": " + refused.problem().detail());
        } catch (RestClientException | OAuth2AuthorizationException | JacksonException lost) {
            return new Resizing.Failed(describe(nic, lost));
        }
    }

    @Override
    public Optional<String> tell(NicEndpoint nic, OverlaySegment segment) {
        try {
            http.put()
                    .uri(URI.create(nic.adminUrl() + "/v1/segments/" + segment.vni()))
                    .contentType(MediaType.APPLICATION_JSON)
                    .body(segment)
                    .retrieve()
                    .toBodilessEntity();
            return Optional.empty();
        } catch (RemoteProblem refused) {
            return refused.problem().type() == ProblemType.STALE_GENERATION
                    ? Optional.empty()
                    : Optional.of(nic.name() + ": " + refused.problem().detail());
        } catch (RestClientException | OAuth2AuthorizationException lost) {
            return Optional.of(describe(nic, lost));
        }
    }

    private Outcome command(NicEndpoint nic, HttpMethod method, String path, Object body) {
        try {
            CommandReply reply = http.method(method)
                    .uri(URI.create(nic.adminUrl() + path))
                    .contentType(MediaType.APPLICATION_JSON)
                    .body(body)
                    .retrieve()
                    .body(CommandReply.class);
            return new Outcome.Done(Objects.requireNonNull(reply, "a command's answer has a body"));
        } catch (RemoteProblem refused) {
            return refused(nic, refused.problem());
        } catch (RestClientException | OAuth2AuthorizationException | JacksonException lost) {
            return new Outcome.Silent(describe(nic, lost));
        }
    }

    private Outcome refused(NicEndpoint nic, Problem problem) {
        String detail = nic.name() + ": " + problem.detail();
        if (problem.type().status() >= FIRST_SERVER_ERROR) {
            return new Outcome.Silent(detail);
        }
        Object current = problem.extensions().get("current");
        return new Outcome.Refused(
                problem.type(),
                detail,
                current == null ? null : json.convertValue(current, FunctionReport.class),
                bootId(problem));
    }

    private static @Nullable UUID bootId(Problem problem) {
        return problem.extensions().get("bootId") instanceof String text ? UUID.fromString(text) : null;
    }

    private static String path(FunctionTuple tuple) {
        return "/v1/functions/" + tuple.pf() + "/" + tuple.index();
    }

    private static String describe(NicEndpoint nic, RuntimeException lost) {
        return nic.name() + " does not answer at " + nic.adminUrl() + ": " + lost.getMessage();
    }
}
