package io.verbena.sriov.provisioning;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.exceptions.DbSchedulerException;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.shaded.jdbc.SQLRuntimeException;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.Operations;
import io.verbena.sriov.operations.Subject;
import io.verbena.sriov.vf.model.VfChanged;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/** Begins sagas in the caller's transaction, and wakes one when its VF has changed. */
@Component
public class Sagas implements DisposableBean {
    /** db-scheduler's task: one instance for each running operation, named by its id. */
    static final TaskDescriptor<Void> TASK = TaskDescriptor.of("saga");

    private static final Logger log = LoggerFactory.getLogger(Sagas.class);

    private final Operations operations;
    private final SagaPositions positions;
    private final SchedulerClient scheduler;
    private final ApplicationEventPublisher events;
    private final Clock clock;
    // After a commit the transaction's connection is still bound to the thread and would swallow a write.
    private final ExecutorService waking = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("saga-waking").factory());

    Sagas(
            Operations operations,
            SagaPositions positions,
            SchedulerClient scheduler,
            ApplicationEventPublisher events,
            Clock clock) {
        this.operations = operations;
        this.positions = positions;
        this.scheduler = scheduler;
        this.events = events;
        this.clock = clock;
    }

    /** Stores the operation and its saga; both are there if the caller's intent is. */
    public void begin(Operation operation) {
        operations.add(operation);
        positions.begin(operation.id());
        scheduler.scheduleIfNotExists(TASK.instance(operation.id().toString()).build(), clock.instant());
        if (operation.subject() instanceof Subject.OfVf(UUID uid, String _)) {
            events.publishEvent(new VfChanged(uid, null, operation.id()));
        }
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT, fallbackExecution = true)
    void onChange(VfChanged changed) {
        UUID operation = changed.operation();
        if (operation != null) {
            waking.execute(() -> wake(operation));
        }
    }

    private void wake(UUID operation) {
        try {
            scheduler.reschedule(TASK.instanceId(operation.toString()), clock.instant());
        } catch (DbSchedulerException | SQLRuntimeException hintLost) {
            // It runs now, is just being picked, or has ended; or the database is away. A wake-up is a hint: without it
            // the
            // change is seen by the present run or by the next after its pause.
            log.debug("operation {} was not woken: {}", operation, hintLost.toString());
        }
    }

    @Override
    public void destroy() {
        waking.shutdown();
    }
}
