package io.verbena.standalone.system;

import io.verbena.sriov.SriovManager;
import io.verbena.telemetry.TelemetryService;
import io.verbena.tenant.TenantService;

/** The three Spring applications, each with its configuration name and its schema. */
public enum Service {
    TENANT("tenant-service", "tenant", TenantService.class),
    SRIOV("sriov-manager", "sriov", SriovManager.class),
    TELEMETRY("telemetry-service", "telemetry", TelemetryService.class);

    private final String partName;
    private final String schema;
    private final Class<?> application;

    Service(String partName, String schema, Class<?> application) {
        this.partName = partName;
        this.schema = schema;
        this.application = application;
    }

    /** As people see it, and the name of its configuration file. */
    public String partName() {
        return partName;
    }

    String schema() {
        return schema;
    }

    Class<?> application() {
        return application;
    }
}
