package io.verbena.standalone.demo;

import io.verbena.standalone.demo.Cast.Role;
import io.verbena.standalone.demo.Cast.Tenant;
import io.verbena.standalone.terminal.Board;
import io.verbena.standalone.terminal.Terminal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** An operator sets two tenants up, and asks for their VFs. */
final class SetUpAct {
    private static final String TENANTS = "tenants";
    private static final String QUOTAS = "quotas";
    private static final String NICS = "NICs";
    private static final String VFS = "VFs";

    /** A VF that was asked for. */
    private record Request(String tenant, String vf, Reply reply) {}

    private final Terminal terminal;
    private final ControlPlane control;

    SetUpAct(Terminal terminal, ControlPlane control) {
        this.terminal = terminal;
        this.control = control;
    }

    /** @return the VFs, Ready, by id in the order of the cast */
    Map<String, VirtualFunction> run(List<Tenant> tenants, Collection<String> nics) throws ApiFailure, ScenarioFailure {
        terminal.blank();
        terminal.heading("Two tenants, over REST");
        try (Board board = new Board(terminal, List.of(TENANTS, QUOTAS, NICS, VFS))) {
            List<String> names = tenants.stream().map(Tenant::name).toList();
            board.running(TENANTS, "");
            control.createOrganisation(Cast.ORGANISATION);
            List<Tenant> known = new ArrayList<>();
            for (Tenant tenant : tenants) {
                if (!control.createTenant(Cast.ORGANISATION, tenant.name())) {
                    known.add(tenant);
                }
            }
            board.done(
                    TENANTS,
                    String.join(" and ", names) + " of " + Cast.ORGANISATION
                            + (known.isEmpty() ? "" : ", there already"));

            board.running(QUOTAS, "");
            for (String tenant : names) {
                control.setQuota(tenant, Cast.quota());
            }
            board.done(
                    QUOTAS, Cast.quota().get("vf") + " VFs and " + Cast.quota().get("qp") + " QPs for each");

            board.running(NICS, "");
            for (String nic : nics) {
                control.approveNic(nic);
            }
            board.done(NICS, String.join(" and ", nics) + " approved");
            board.running(VFS, "releasing those of the last run");
            for (Tenant tenant : known) {
                release(tenant);
            }
            return vfs(tenants, board);
        }
    }

    /** So each run counts from zero, and finds the quota free. */
    private void release(Tenant tenant) throws ApiFailure {
        for (Role role : tenant.roles()) {
            control.releaseVf(tenant.name(), role.vf());
        }
    }

    private Map<String, VirtualFunction> vfs(List<Tenant> tenants, Board board) throws ApiFailure, ScenarioFailure {
        board.running(VFS, "requested");
        List<Request> requests = new ArrayList<>();
        for (Tenant tenant : tenants) {
            for (Role role : tenant.roles()) {
                Reply reply = control.requestVf(tenant.name(), role.vf(), role.nic(), Cast.vfLimits());
                requests.add(new Request(tenant.name(), role.vf(), reply));
            }
        }
        Map<String, VirtualFunction> vfs = new LinkedHashMap<>();
        for (Request request : requests) {
            Optional<JsonNode> problem = control.awaitDone(request.reply);
            if (problem.isPresent()) {
                String why = ApiFailure.describe(problem.get());
                board.failed(VFS, request.vf + ": " + why);
                throw new ScenarioFailure("VF " + request.vf + " did not become Ready: " + why);
            }
            vfs.put(request.vf, control.vf(request.tenant, request.vf));
            board.running(VFS, vfs.size() + " of " + requests.size() + " Ready");
        }
        board.done(VFS, String.join(", ", vfs.keySet()) + " Ready");
        return vfs;
    }
}
