package io.verbena.nic.device.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.verbena.contracts.ProblemType;
import io.verbena.contracts.nic.NicReport;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.device.admin.BearerTokens.Role;
import io.verbena.nic.device.admin.FunctionRequests.Slot;
import io.verbena.nic.device.admin.FunctionRequests.Verb;
import io.verbena.nic.device.admin.RequestBody.Malformed;
import io.verbena.nic.device.admin.RequestBody.Parsed;
import io.verbena.nic.device.admin.RequestBody.Value;
import io.verbena.nic.device.control.Issuer;
import io.verbena.nic.device.control.Standing;
import io.verbena.nic.device.exercise.Exerciser;
import io.verbena.nic.device.overlay.Locations;
import io.verbena.nic.device.report.FunctionReports;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the admin API. Health is open; the exerciser needs an operator's token, all else a service's. */
public final class AdminApi implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AdminApi.class);

    private static final Pattern FUNCTION = Pattern.compile("/v1/functions/(-?\\d{1,18})/(-?\\d{1,18})(?::([a-z]+))?");
    private static final Pattern PHYSICAL = Pattern.compile("/v1/functions/(\\d{1,9})");
    private static final Pattern SEGMENT = Pattern.compile("/v1/segments/(\\d{1,8})");
    /** Connections that may wait to be accepted. */
    private static final int BACKLOG = 128;
    /** A manager sends a few at a time; more is an accident. */
    private static final int MAX_REQUESTS = 64;
    /** Some thirty thousand locations. */
    private static final int MAX_SEGMENT_BYTES = 4 << 20;

    private static final int STOP_SECONDS = 1;

    private final NicView nic;
    private final BearerTokens tokens;
    private final EndpointRoutes endpoints;
    private final HttpServer server;
    private final ExecutorService executor;
    private final Semaphore requests = new Semaphore(MAX_REQUESTS);

    private AdminApi(
            NicView nic, BearerTokens tokens, EndpointRoutes endpoints, HttpServer server, ExecutorService executor) {
        this.nic = nic;
        this.tokens = tokens;
        this.endpoints = endpoints;
        this.server = server;
        this.executor = executor;
    }

    /**
     * Listens and answers.
     *
     * @param address port 0 for any
     * @param tls null to speak plainly
     * @param exerciser null when it is off
     * @throws IOException when the address cannot be had, naming it and what to do
     */
    public static AdminApi start(
            InetSocketAddress address,
            @Nullable SSLContext tls,
            NicView nic,
            Issuer issuer,
            @Nullable Exerciser exerciser)
            throws IOException {
        HttpServer server;
        try {
            server = tls == null ? HttpServer.create(address, BACKLOG) : secured(address, tls);
        } catch (BindException e) {
            throw new IOException(
                    "the admin API cannot listen on " + address.getHostString() + " TCP port " + address.getPort()
                            + ": " + e.getMessage()
                            + ". Stop the program that has the port, or set another admin address.",
                    e);
        }
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        AdminApi api = new AdminApi(nic, new BearerTokens(issuer), new EndpointRoutes(exerciser), server, executor);
        server.setExecutor(executor);
        server.createContext("/", api::onExchange);
        server.start();
        return api;
    }

    private static HttpServer secured(InetSocketAddress address, SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(address, BACKLOG);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return server;
    }

    /** Where it listens, with the port that 0 became. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void onExchange(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = answerBounded(exchange);
            byte[] body = RequestBody.json(answer.body());
            exchange.getResponseHeaders().set("Content-Type", answer.mediaType());
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            // A length of 0 would mean one that is not known.
            exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Answer answerBounded(HttpExchange exchange) {
        if (!requests.tryAcquire()) {
            return Answer.problem(ProblemType.UNAVAILABLE, MAX_REQUESTS + " requests are being served")
                    .withHeader("Retry-After", "1");
        }
        try {
            return answer(exchange);
        } catch (IllegalStateException e) {
            return Answer.problem(ProblemType.DEVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (IOException | RuntimeException e) {
            log.error(
                    "{} failed at {} {}",
                    nic.identity().nic(),
                    exchange.getRequestMethod(),
                    exchange.getRequestURI(),
                    e);
            return Answer.problem(ProblemType.INTERNAL, "see the NIC's log");
        } finally {
            requests.release();
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        if (path.equals("/livez") || path.equals("/readyz")) {
            return exchange.getRequestMethod().equals("GET") ? health(path) : methodNotAllowed("GET");
        }
        boolean exercise = path.startsWith(EndpointRoutes.PATH);
        Answer refusal = tokens.refusal(
                exchange.getRequestHeaders().getFirst("Authorization"), exercise ? Role.PLATFORM_ADMIN : Role.SERVICE);
        if (refusal != null) {
            return refusal;
        }
        if (exercise) {
            return endpoints.answer(exchange, path);
        }
        Matcher function = FUNCTION.matcher(path);
        if (function.matches()) {
            return function(exchange, function);
        }
        Matcher physical = PHYSICAL.matcher(path);
        if (physical.matches()) {
            return exchange.getRequestMethod().equals("PUT")
                    ? resize(exchange, Integer.parseInt(physical.group(1)))
                    : methodNotAllowed("PUT");
        }
        Matcher segment = SEGMENT.matcher(path);
        if (segment.matches()) {
            return exchange.getRequestMethod().equals("PUT")
                    ? segment(exchange, Integer.parseInt(segment.group(1)))
                    : methodNotAllowed("PUT");
        }
        return switch (path) {
            case "/v1/nic" -> exchange.getRequestMethod().equals("GET") ? report() : methodNotAllowed("GET");
            case "/v1/counters" -> exchange.getRequestMethod().equals("GET") ? counters() : methodNotAllowed("GET");
            default -> Answer.problem(ProblemType.NOT_FOUND, "nothing is at " + path);
        };
    }

    /** Alive while the datapath turns; ready when a manager, if there is one, has answered too. */
    private Answer health(String path) {
        boolean running = nic.running();
        boolean up = running && (path.equals("/livez") || nic.standing() != Standing.UNREGISTERED);
        Map<String, String> parts = Map.of(
                "status", up ? "UP" : "DOWN",
                "datapath", running ? "UP" : "DOWN",
                "manager", nic.standing().name());
        return new Answer(up ? 200 : 503, Answer.JSON, parts, Map.of());
    }

    static Answer methodNotAllowed(String allowed) {
        return Answer.problem(ProblemType.METHOD_NOT_ALLOWED, "only " + allowed + " is supported here")
                .withHeader("Allow", allowed);
    }

    private Answer report() {
        AdminResult result = nic.execute(new AdminCommand.QueryFunctions());
        if (result instanceof AdminResult.FunctionsRead read) {
            return Answer.ok(new NicReport(
                    nic.identity().nic(),
                    nic.identity().host(),
                    nic.identity().bootId(),
                    nic.standing() == Standing.APPROVED,
                    nic.capability(),
                    read.functions().stream().map(FunctionReports::report).toList(),
                    nic.locations().map(Locations::versions).orElse(Map.of())));
        }
        return CommandAnswers.of(result, nic.identity().bootId());
    }

    private Answer counters() {
        AdminResult result = nic.execute(new AdminCommand.ReadCounters());
        if (result instanceof AdminResult.CountersRead read) {
            return Answer.ok(nic.counters().look(read, Instant.now()));
        }
        return CommandAnswers.of(result, nic.identity().bootId());
    }

    private Answer function(HttpExchange exchange, Matcher path) throws IOException {
        String method = exchange.getRequestMethod();
        Verb verb = null;
        if (path.group(3) != null) {
            verb = verb(path.group(3));
            if (verb == null) {
                return Answer.problem(ProblemType.NOT_FOUND, "a function has no ':" + path.group(3) + "'");
            }
        }
        String allowed = verb == null ? "PUT" : "POST";
        if (!method.equals(allowed)) {
            return methodNotAllowed(allowed);
        }
        Slot slot = slot(path);
        if (slot == null) {
            return Answer.problem(
                    ProblemType.INDEX_OUT_OF_RANGE,
                    "this NIC has physical function 0 with slots 0 to "
                            + (nic.capability().functionCount() - 1));
        }
        return command(exchange, slot, verb);
    }

    private static @Nullable Verb verb(String name) {
        for (Verb verb : Verb.values()) {
            if (verb.name().toLowerCase(Locale.ROOT).equals(name)) {
                return verb;
            }
        }
        return null;
    }

    private @Nullable Slot slot(Matcher path) {
        long pf = Long.parseLong(path.group(1));
        long index = Long.parseLong(path.group(2));
        return pf == 0 && index >= 0 && index < nic.capability().functionCount() ? new Slot(0, (int) index) : null;
    }

    private Answer command(HttpExchange exchange, Slot slot, @Nullable Verb verb) throws IOException {
        return carryOut(
                exchange,
                body -> verb == null
                        ? FunctionRequests.configure(body, slot)
                        : FunctionRequests.change(body, slot, verb));
    }

    private Answer resize(HttpExchange exchange, int pf) throws IOException {
        return carryOut(exchange, body -> FunctionRequests.resize(body, pf));
    }

    private Answer carryOut(HttpExchange exchange, Function<byte[], Parsed<AdminCommand>> parser) throws IOException {
        return switch (RequestBody.read(exchange)) {
            case Malformed<byte[]>(Answer answer) -> answer;
            case Value<byte[]>(byte[] body) ->
                switch (parser.apply(body)) {
                    case Malformed<AdminCommand>(Answer answer) -> answer;
                    case Value<AdminCommand>(AdminCommand command) ->
                        nic.standing() == Standing.APPROVED
                                ? CommandAnswers.of(
                                        nic.execute(command), nic.identity().bootId())
                                : notApproved();
                };
        };
    }

    private Answer segment(HttpExchange exchange, int vni) throws IOException {
        Optional<Locations> locations = nic.locations();
        if (locations.isEmpty()) {
            return Answer.problem(ProblemType.FAILED_PRECONDITION, "this NIC is not on an overlay");
        }
        return switch (RequestBody.read(exchange, MAX_SEGMENT_BYTES)) {
            case Malformed<byte[]>(Answer answer) -> answer;
            case Value<byte[]>(byte[] body) ->
                nic.standing() == Standing.APPROVED ? SegmentRequests.put(body, vni, locations.get()) : notApproved();
        };
    }

    private Answer notApproved() {
        return Answer.problem(
                ProblemType.NOT_APPROVED,
                "an operator has to approve " + nic.identity().nic() + " at the manager first",
                Map.of("bootId", nic.identity().bootId()));
    }

    @Override
    public void close() {
        server.stop(STOP_SECONDS);
        // Some wait for traffic, and nobody for their answer any more.
        executor.shutdownNow();
        executor.close();
    }
}
