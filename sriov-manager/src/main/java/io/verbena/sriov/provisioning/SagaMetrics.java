package io.verbena.sriov.provisioning;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.verbena.sriov.operations.OperationKind;
import org.springframework.stereotype.Component;

/** {@code vnic_saga_compensations_total{kind}}: sagas that went back. */
@Component
class SagaMetrics {
    private final MeterRegistry registry;

    SagaMetrics(MeterRegistry registry) {
        this.registry = registry;
        for (OperationKind kind : OperationKind.values()) {
            counter(kind);
        }
    }

    void compensated(OperationKind kind) {
        counter(kind).increment();
    }

    private Counter counter(OperationKind kind) {
        return Counter.builder("vnic.saga.compensations")
                .description("Sagas that were undone")
                .tag("kind", kind.exposedName())
                .register(registry);
    }
}
