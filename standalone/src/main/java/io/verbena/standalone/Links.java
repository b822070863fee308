package io.verbena.standalone;

import io.verbena.standalone.system.OneJvm;
import io.verbena.standalone.system.Service;
import io.verbena.standalone.terminal.Style;
import io.verbena.standalone.terminal.Terminal;

/** Where a browser or curl finds the running system. */
final class Links {
    private Links() {}

    static void show(Terminal terminal, OneJvm jvm) {
        terminal.blank();
        for (Service service : Service.values()) {
            link(terminal, service.partName() + " API", jvm.url(service) + "/swagger-ui/index.html");
        }
        link(terminal, "metrics for Prometheus", jvm.url(Service.TELEMETRY) + "/actuator/prometheus");
    }

    private static void link(Terminal terminal, String what, String url) {
        terminal.line(String.format("  %-26s", what) + terminal.styled(url, Style.CYAN));
    }
}
