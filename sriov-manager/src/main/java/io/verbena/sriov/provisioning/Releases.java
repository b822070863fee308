package io.verbena.sriov.provisioning;

import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.operations.Subject;
import io.verbena.sriov.vf.model.Drain;
import io.verbena.sriov.vf.model.UuidV7;
import io.verbena.sriov.vf.model.VfVerb;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Begins to take VFs away, for whoever wants one gone. */
@Component
public class Releases {
    private final VirtualFunctions vfs;
    private final Sagas sagas;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    Releases(VirtualFunctions vfs, Sagas sagas, Clock clock) {
        this.vfs = vfs;
        this.sagas = sagas;
        this.clock = clock;
    }

    /** Stores intent and operation together; empty when the VF is gone, or cannot be taken away now. */
    @Transactional
    public Optional<Operation> begin(UUID vfUid, Drain drain) {
        Instant now = clock.instant();
        UUID operationId = UuidV7.draw(now, random);
        return vfs.update(vfUid, vf -> vf.status().allows(VfVerb.DELETE) ? vf.draining(operationId, drain, now) : vf)
                .filter(vf -> operationId.equals(vf.status().operation()))
                .map(vf -> begun(vf, operationId, now));
    }

    private Operation begun(VirtualFunction vf, UUID operationId, Instant now) {
        Operation operation = new Operation(
                operationId,
                OperationKind.RELEASE,
                vf.tenant(),
                new Subject.OfVf(vf.uid(), vf.name()),
                null,
                null,
                vf.generation(),
                "begun",
                now,
                null,
                null);
        sagas.begin(operation);
        return operation;
    }
}
