package io.verbena.nic.device.admin;

import com.sun.net.httpserver.HttpExchange;
import io.verbena.contracts.ProblemType;
import io.verbena.contracts.exercise.ConnectRequest;
import io.verbena.contracts.exercise.EndpointReport;
import io.verbena.contracts.exercise.EndpointRequest;
import io.verbena.contracts.exercise.FillRequest;
import io.verbena.contracts.exercise.MemoryRange;
import io.verbena.contracts.exercise.PollRequest;
import io.verbena.contracts.exercise.PostRequest;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.device.admin.Answer.Fault;
import io.verbena.nic.device.admin.RequestBody.Malformed;
import io.verbena.nic.device.admin.RequestBody.Value;
import io.verbena.nic.device.exercise.Exerciser;
import io.verbena.nic.device.exercise.Outcome;
import io.verbena.nic.device.exercise.Outcome.Done;
import io.verbena.nic.device.exercise.Outcome.Refused;
import io.verbena.nic.device.report.FunctionReports;
import io.verbena.nic.verbs.VerbsException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The exerciser over HTTP: endpoints, and the verbs of each. */
final class EndpointRoutes {
    static final String PATH = "/v1/endpoints";

    private static final Pattern ONE = Pattern.compile(PATH + "/([-0-9a-zA-Z]{1,64})(?::([a-zA-Z]{1,20}))?");
    private static final int RETRY_SECONDS = 1;

    @FunctionalInterface
    private interface Verb {
        Answer answer(String id, byte[] body);
    }

    private final @Nullable Exerciser exerciser;
    private final Map<String, Verb> verbs;

    /** @param exerciser null when it is off */
    EndpointRoutes(@Nullable Exerciser exerciser) {
        this.exerciser = exerciser;
        verbs = exerciser == null ? Map.of() : verbs(exerciser);
    }

    private static Map<String, Verb> verbs(Exerciser exerciser) {
        return Map.of(
                "connect",
                (id, body) -> parsed(
                        body, ConnectRequest.class, EndpointRequests::check, peer -> exerciser.connect(id, peer)),
                "fill",
                (id, body) -> inMemory(
                        exerciser,
                        id,
                        body,
                        FillRequest.class,
                        EndpointRequests::check,
                        fill -> exerciser.fill(id, fill)),
                "check",
                (id, body) -> inMemory(
                        exerciser,
                        id,
                        body,
                        MemoryRange.class,
                        EndpointRequests::check,
                        range -> exerciser.check(id, range)),
                "receive",
                (id, body) -> inMemory(
                        exerciser,
                        id,
                        body,
                        MemoryRange.class,
                        EndpointRequests::check,
                        range -> exerciser.receive(id, range)),
                "post",
                (id, body) -> inMemory(
                        exerciser,
                        id,
                        body,
                        PostRequest.class,
                        EndpointRequests::check,
                        post -> exerciser.post(id, post)),
                "poll",
                (id, body) -> parsed(
                        body,
                        PollRequest.class,
                        EndpointRequests::check,
                        poll -> exerciser.poll(id, poll.waitMillis())),
                "createQp",
                (id, body) -> body.length == 0
                        ? answer(() -> exerciser.createQp(id))
                        : Answer.invalid("", "createQp takes no body"));
    }

    /** For a path that begins with {@link #PATH}, of a caller who may. */
    Answer answer(HttpExchange exchange, String path) throws IOException {
        Exerciser on = exerciser;
        if (on == null) {
            return Answer.problem(
                    ProblemType.NOT_FOUND, "this NIC's exerciser is off; VERBENA_NIC_EXERCISER=on turns it on");
        }
        String method = exchange.getRequestMethod();
        if (path.equals(PATH)) {
            return switch (method) {
                case "GET" -> Answer.ok(on.list());
                case "POST" -> create(on, exchange);
                default -> AdminApi.methodNotAllowed("GET, POST");
            };
        }
        Matcher one = ONE.matcher(path);
        if (!one.matches()) {
            return Answer.problem(ProblemType.NOT_FOUND, "nothing is at " + path);
        }
        String id = one.group(1);
        if (one.group(2) == null) {
            return switch (method) {
                case "GET" -> answer(() -> on.show(id));
                case "DELETE" -> deleted(answer(() -> on.delete(id)));
                default -> AdminApi.methodNotAllowed("GET, DELETE");
            };
        }
        Verb verb = verbs.get(one.group(2));
        if (verb == null) {
            return Answer.problem(
                    ProblemType.NOT_FOUND,
                    "an endpoint has no ':" + one.group(2) + "'; there are " + new TreeSet<>(verbs.keySet()));
        }
        if (!method.equals("POST")) {
            return AdminApi.methodNotAllowed("POST");
        }
        return switch (RequestBody.read(exchange)) {
            case Malformed<byte[]>(Answer answer) -> answer;
            case Value<byte[]>(byte[] body) -> verb.answer(id, body);
        };
    }

    private static Answer create(Exerciser exerciser, HttpExchange exchange) throws IOException {
        return switch (RequestBody.read(exchange)) {
            case Malformed<byte[]>(Answer answer) -> answer;
            case Value<byte[]>(byte[] body) -> {
                Answer made = parsed(body, EndpointRequest.class, EndpointRequests::check, exerciser::create);
                yield made.body() instanceof EndpointReport report
                        ? new Answer(201, Answer.JSON, report, Map.of("Location", PATH + "/" + report.id()))
                        : made;
            }
        };
    }

    private static Answer deleted(Answer answer) {
        return answer.status() == 200 ? Answer.noContent() : answer;
    }

    private static <T> Answer parsed(
            byte[] body, Class<T> type, Function<T, List<Fault>> check, Function<T, Outcome<?>> action) {
        return switch (RequestBody.parse(body, type)) {
            case Malformed<T>(Answer answer) -> answer;
            case Value<T>(T request) -> {
                List<Fault> faults = check.apply(request);
                yield faults.isEmpty() ? answer(() -> action.apply(request)) : Answer.invalid(faults);
            }
        };
    }

    @FunctionalInterface
    private interface MemoryCheck<T> {
        List<Fault> faults(T request, long memoryBytes);
    }

    private static <T> Answer inMemory(
            Exerciser exerciser,
            String id,
            byte[] body,
            Class<T> type,
            MemoryCheck<T> check,
            Function<T, Outcome<?>> action) {
        return switch (exerciser.show(id)) {
            case Done<EndpointReport>(EndpointReport endpoint) ->
                parsed(body, type, request -> check.faults(request, endpoint.memoryBytes()), action);
            case Refused<EndpointReport> refused -> refusal(refused);
        };
    }

    @FunctionalInterface
    private interface Action {
        Outcome<?> run();
    }

    private static Answer answer(Action action) {
        try {
            return switch (action.run()) {
                case Done<?>(Object value) -> Answer.ok(value);
                case Refused<?> refused -> refusal(refused);
            };
        } catch (VerbsException e) {
            return refusal(e);
        }
    }

    private static Answer refusal(Refused<?> refused) {
        Answer answer = Answer.problem(refused.type(), refused.detail());
        return refused.type() == ProblemType.UNAVAILABLE
                ? answer.withHeader("Retry-After", Integer.toString(RETRY_SECONDS))
                : answer;
    }

    /** A verb's refusal as it is told of any other command: a limit with what it was, else by its errno. */
    private static Answer refusal(VerbsException e) {
        ResourceKind resource = e.resource();
        String scope = e.scope();
        String detail = String.valueOf(e.getMessage());
        if (resource != null && e.errno().equals("EAGAIN")) {
            return Answer.problem(
                            ProblemType.LEDGER_UNREACHABLE,
                            detail,
                            Map.of("resource", FunctionReports.resource(resource), "requested", e.requested()))
                    .withHeader("Retry-After", Integer.toString(RETRY_SECONDS));
        }
        if (resource != null && scope != null) {
            return Answer.problem(
                    ProblemType.VERBS_LIMIT_EXCEEDED,
                    detail,
                    Map.of(
                            "resource", FunctionReports.resource(resource),
                            "scope", scope,
                            "limit", e.limit(),
                            "used", e.used(),
                            "requested", e.requested()));
        }
        return switch (e.errno()) {
            case "EBUSY" ->
                Answer.problem(ProblemType.UNAVAILABLE, detail)
                        .withHeader("Retry-After", Integer.toString(RETRY_SECONDS));
            case "ENOENT" -> Answer.problem(ProblemType.NOT_FOUND, "the endpoint is gone with its VF: " + detail);
            case "ENOMEM" -> Answer.problem(ProblemType.FAILED_PRECONDITION, detail);
            default -> Answer.problem(ProblemType.UNPROCESSABLE, detail);
        };
    }
}
