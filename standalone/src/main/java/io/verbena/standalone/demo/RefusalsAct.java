package io.verbena.standalone.demo;

import io.verbena.contracts.ProblemType;
import io.verbena.standalone.demo.Cast.Role;
import io.verbena.standalone.demo.Cast.Tenant;
import io.verbena.standalone.demo.Summary.Refusal;
import io.verbena.standalone.terminal.Board;
import io.verbena.standalone.terminal.Terminal;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A tenant asks for more than it may have: the NIC refuses a verb, and the ledger refuses a VF. */
final class RefusalsAct {
    private static final String DATAPATH = "datapath";
    private static final String ADMISSION = "admission";
    private static final int MORE_THAN_ANY_LIMIT = 1000;

    private final Terminal terminal;
    private final ControlPlane control;

    RefusalsAct(Terminal terminal, ControlPlane control) {
        this.terminal = terminal;
        this.control = control;
    }

    List<Refusal> run(Tenant tenant, RdmaAct rdma) throws ApiFailure, ScenarioFailure {
        terminal.blank();
        terminal.heading("More than " + tenant.name() + " may have");
        String verb = "QPs of " + tenant.requester().vf();
        String request = "a third VF";
        try (Board board = new Board(terminal, List.of(verb, request))) {
            board.running(verb, "creating");
            Refusal byNic = rdma.patiently(tenant, connection -> exhaust(connection.requester()));
            board.done(verb, "the NIC refuses: " + shown(byNic));
            board.running(request, "requested");
            Refusal byLedger = beyondQuota(tenant);
            board.done(request, "the ledger refuses: " + shown(byLedger));
            return List.of(byNic, byLedger);
        }
    }

    /** Creates queue pairs, which stay, until the VF has no more. */
    static Refusal exhaust(Endpoint endpoint) throws ApiFailure, ScenarioFailure {
        for (int created = 0; created < MORE_THAN_ANY_LIMIT; created++) {
            Reply reply = endpoint.newQueuePair();
            if (reply.refused()) {
                return refusal(reply.body(), ProblemType.VERBS_LIMIT_EXCEEDED, DATAPATH);
            }
        }
        throw new ScenarioFailure(
                "the NIC let " + endpoint.vf().id() + " have " + MORE_THAN_ANY_LIMIT + " queue pairs beyond its limit");
    }

    private Refusal beyondQuota(Tenant tenant) throws ApiFailure, ScenarioFailure {
        Role role = new Role(tenant.name() + "-c", tenant.requester().nic());
        Optional<JsonNode> refused =
                control.awaitDone(control.requestVf(tenant.name(), role.vf(), role.nic(), Cast.vfLimits()));
        JsonNode problem = refused.orElseThrow(
                () -> new ScenarioFailure("tenant " + tenant.name() + " got a VF beyond its quota"));
        return refusal(problem, ProblemType.QUOTA_EXCEEDED, ADMISSION);
    }

    private static Refusal refusal(JsonNode problem, ProblemType expected, String layer) throws ScenarioFailure {
        String type = problem.path("type").asString("");
        if (!type.equals(expected.uri())) {
            throw new ScenarioFailure(
                    "refused by the " + layer + ", but not by its limit: " + ApiFailure.describe(problem));
        }
        return new Refusal(
                type,
                layer,
                problem.path("resource").asString(),
                problem.path("scope").asString(),
                problem.path("limit").asLong(),
                problem.path("used").asLong());
    }

    private static String shown(Refusal refusal) {
        return refusal.resource() + ", " + refusal.used() + " of " + refusal.limit() + " used (" + refusal.scope()
                + ")";
    }
}
