package io.verbena.sriov.provisioning;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.Problem;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.operations.Operations;
import io.verbena.sriov.operations.Subject;
import io.verbena.sriov.tenancy.LedgerUnreachable;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs sagas, a step at a time. Between two steps everything is in PostgreSQL, so it may be stopped anywhere and go on
 * anywhere; two that run one saga at once repeat steps and advance it once.
 */
@Component
class SagaRunner {
    /** Failures of one forward step after which a saga goes back: about 15 seconds. */
    static final int MAX_ATTEMPTS = 7;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private static final Logger log = LoggerFactory.getLogger(SagaRunner.class);

    /** What there is to do after a step. */
    sealed interface Progress {
        /** Another step, at once. */
        record More() implements Progress {}

        record Again(Duration pause) implements Progress {}

        record Finished() implements Progress {}
    }

    private final SagaPositions positions;
    private final Operations operations;
    private final VirtualFunctions vfs;
    private final TransactionTemplate transaction;
    private final SagaMetrics metrics;
    private final Clock clock;
    private final Map<OperationKind, Saga> sagas = new EnumMap<>(OperationKind.class);

    SagaRunner(
            SagaPositions positions,
            Operations operations,
            VirtualFunctions vfs,
            TransactionTemplate transaction,
            SagaMetrics metrics,
            Clock clock,
            List<Saga> declared) {
        this.positions = positions;
        this.operations = operations;
        this.vfs = vfs;
        this.transaction = transaction;
        this.metrics = metrics;
        this.clock = clock;
        declared.forEach(saga -> sagas.put(saga.kind(), saga));
    }

    /** Runs as far as it goes now. */
    Progress run(UUID operation) {
        Progress progress;
        do {
            progress = step(operation);
        } while (progress instanceof Progress.More);
        return progress;
    }

    /** Runs one action or undo. */
    Progress step(UUID id) {
        SagaPosition at = positions.find(id).orElse(null);
        Operation operation = operations.find(id).orElse(null);
        if (at == null || operation == null) {
            return new Progress.Finished();
        }
        Saga saga = saga(operation.kind());
        if (at.step() < 0 || at.step() == saga.steps().size()) {
            return finish(operation, at);
        }
        SagaStep step = saga.steps().get(at.step());
        StepOutcome outcome;
        try {
            outcome = move(step, at).run(operation);
        } catch (LedgerUnreachable | DataAccessException lost) {
            return failed(saga, at, step, lost, ProblemType.UNAVAILABLE);
        } catch (RuntimeException bug) {
            log.error("operation {} failed in step {}", id, step.name(), bug);
            return failed(saga, at, step, bug, ProblemType.INTERNAL);
        }
        return switch (outcome) {
            case StepOutcome.Done() -> advance(at, at.next());
            case StepOutcome.Waiting(Duration pause, String on) -> {
                operations.progress(id, phase(step, at) + ": waiting for " + on);
                yield new Progress.Again(pause);
            }
            case StepOutcome.Refused(Problem problem) -> {
                if (!at.forward() || !saga.mayGoBackFrom(at.step())) {
                    throw new IllegalStateException(
                            "step " + step.name() + " of operation " + id + " refuses what must be done: " + problem);
                }
                metrics.compensated(operation.kind());
                yield advance(at, at.back(problem));
            }
        };
    }

    private Saga saga(OperationKind kind) {
        Saga saga = sagas.get(kind);
        if (saga == null) {
            throw new IllegalStateException("no saga is declared for " + kind);
        }
        return saga;
    }

    private static SagaStep.Move move(SagaStep step, SagaPosition at) {
        if (at.forward()) {
            return step.action();
        }
        SagaStep.Move undo = step.undo();
        return undo == null ? operation -> StepOutcome.DONE : undo;
    }

    private Progress advance(SagaPosition from, SagaPosition to) {
        positions.move(from, to);
        return new Progress.More();
    }

    private Progress failed(Saga saga, SagaPosition at, SagaStep step, RuntimeException cause, ProblemType type) {
        SagaPosition next = at.failedOnce();
        if (at.forward() && saga.mayGoBackFrom(at.step()) && next.attempts() >= MAX_ATTEMPTS) {
            String detail = type == ProblemType.INTERNAL ? type.title() : String.valueOf(cause.getMessage());
            metrics.compensated(saga.kind());
            return advance(at, at.back(new Problem(type, "step " + step.name() + " gave up: " + detail)));
        }
        log.warn(
                "operation {}, {}: attempt {} failed: {}",
                at.operation(),
                phase(step, at),
                next.attempts(),
                cause.toString());
        positions.move(at, next);
        operations.progress(at.operation(), phase(step, at) + ": trying again");
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(at.attempts(), 10));
        return new Progress.Again(pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause);
    }

    private Progress finish(Operation operation, SagaPosition at) {
        transaction.executeWithoutResult(status -> {
            operations.finish(operation.id(), at.problem());
            if (operation.subject() instanceof Subject.OfVf(UUID uid, String _)) {
                vfs.update(
                        uid, vf -> operation.id().equals(vf.status().operation()) ? vf.settled(clock.instant()) : vf);
            }
            positions.end(operation.id());
        });
        return new Progress.Finished();
    }

    private static String phase(SagaStep step, SagaPosition at) {
        return at.forward() ? step.name() : "undoing " + step.name();
    }
}
