package io.verbena.sriov.operations;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Caller;
import io.verbena.kit.security.Callers;
import java.time.Duration;
import java.util.UUID;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Operations over REST. One of another tenant is answered like one that does not exist. */
@RestController
@RequestMapping(OperationController.PATH)
@Tag(name = "operations", description = "Long work that can be followed")
class OperationController {
    static final String PATH = "/api/v1/operations";

    /** Below the 30 s after which many proxies give up. */
    private static final int MAX_WAIT_SECONDS = 25;

    private final Operations operations;
    private final OperationWait waits;

    OperationController(Operations operations, OperationWait waits) {
        this.operations = operations;
        this.waits = waits;
    }

    @Allows(Callers.KNOWN)
    @GetMapping("/{id}")
    @io.swagger.v3.oas.annotations.Operation(summary = "Reads an operation")
    OperationResource get(Caller caller, @PathVariable UUID id) {
        return OperationResource.of(visible(caller, id));
    }

    @Allows(Callers.KNOWN)
    @PostMapping("/{id}:wait")
    @io.swagger.v3.oas.annotations.Operation(
            summary = "Waits for an operation's end",
            description = "Answers when it is done or the time is over, whichever is first; see the member done.")
    OperationResource await(
            Caller caller,
            @PathVariable UUID id,
            @Parameter(description = "0 to 25; more is taken as 25") @RequestParam(defaultValue = "10")
                    int timeoutSeconds)
            throws InterruptedException {
        visible(caller, id);
        if (timeoutSeconds < 0) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "timeoutSeconds is negative.");
        }
        Duration limit = Duration.ofSeconds(Math.min(timeoutSeconds, MAX_WAIT_SECONDS));
        return OperationResource.of(waits.await(id, limit).orElseThrow(() -> missing(id)));
    }

    private Operation visible(Caller caller, UUID id) {
        Operation operation = operations.find(id).orElseThrow(() -> missing(id));
        if (!caller.sees(operation.tenant())) {
            throw missing(id);
        }
        return operation;
    }

    private static ProblemException missing(UUID id) {
        return Caller.notFound("operation " + id);
    }
}
