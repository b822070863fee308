package io.verbena.sriov.maintenance;

import io.verbena.sriov.device.Nics;
import io.verbena.sriov.operations.NicDrain;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.operations.Operations;
import io.verbena.sriov.operations.Subject;
import io.verbena.sriov.provisioning.Sagas;
import io.verbena.sriov.vf.model.UuidV7;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Begins to empty NICs. */
@Service
class NicDrains {
    private final Nics nics;
    private final Operations operations;
    private final Sagas sagas;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    NicDrains(Nics nics, Operations operations, Sagas sagas, Clock clock) {
        this.nics = nics;
        this.operations = operations;
        this.sagas = sagas;
        this.clock = clock;
    }

    /** What a wish to drain comes to. */
    sealed interface Outcome {
        record Begun(Operation operation) implements Outcome {}

        record Missing() implements Outcome {}

        /** It is being drained already. */
        record Busy(Operation operation) implements Outcome {}
    }

    /** Cordons the NIC and begins to drain it, in one transaction. */
    @Transactional
    Outcome begin(String nic, String operator, NicDrain how) {
        if (!nics.lock(nic)) {
            return new Outcome.Missing();
        }
        Optional<Operation> running = operations.runningOn(nic);
        if (running.isPresent()) {
            return new Outcome.Busy(running.get());
        }
        nics.cordon(nic, operator);
        Instant now = clock.instant();
        Operation operation = new Operation(
                UuidV7.draw(now, random),
                OperationKind.DRAIN_NIC,
                "",
                new Subject.OfNic(nic),
                null,
                how,
                0,
                "begun",
                now,
                null,
                null);
        sagas.begin(operation);
        return new Outcome.Begun(operation);
    }
}
