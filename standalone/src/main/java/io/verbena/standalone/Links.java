package io.verbena.standalone;

import io.verbena.standalone.demo.Target;
import io.verbena.standalone.terminal.Style;
import io.verbena.standalone.terminal.Terminal;
import java.net.URI;

/** Where a browser or curl finds the running system. */
final class Links {
    private static final String API_PAGE = "/swagger-ui/index.html";

    private Links() {}

    static void show(Terminal terminal, Target target) {
        URI telemetry = target.telemetryUrls().getFirst();
        terminal.blank();
        link(terminal, "tenant-service API", target.tenantUrl() + API_PAGE);
        link(terminal, "sriov-manager API", target.sriovUrl() + API_PAGE);
        link(terminal, "telemetry-service API", telemetry + API_PAGE);
        link(terminal, "metrics for Prometheus", telemetry + "/actuator/prometheus");
    }

    private static void link(Terminal terminal, String what, String url) {
        terminal.line(String.format("  %-26s", what) + terminal.styled(url, Style.CYAN));
    }
}
