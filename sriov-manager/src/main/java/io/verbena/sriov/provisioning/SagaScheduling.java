package io.verbena.sriov.provisioning;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How db-scheduler runs sagas: durable, on one replica at a time, revived when that one dies. */
@Configuration(proxyBeanMethods = false)
class SagaScheduling {
    private static final Duration AFTER_BUG = Duration.ofSeconds(5);

    /** The runner is asked for late: it needs the scheduler's client, which needs this task. */
    @Bean
    Task<Void> sagaTask(ObjectProvider<SagaRunner> runner, Clock clock) {
        return Tasks.custom(Sagas.TASK)
                .onFailureReschedule(FixedDelay.of(AFTER_BUG))
                .onDeadExecutionRevive()
                .execute((instance, context) ->
                        completion(runner.getObject().run(UUID.fromString(instance.getId())), clock));
    }

    private static CompletionHandler<Void> completion(SagaRunner.Progress progress, Clock clock) {
        return switch (progress) {
            case SagaRunner.Progress.Finished() -> (complete, execution) -> execution.remove();
            case SagaRunner.Progress.Again(Duration pause) ->
                (complete, execution) ->
                        execution.reschedule(complete, clock.instant().plus(pause));
            case SagaRunner.Progress.More() -> throw new IllegalStateException("a run ends when there is no more");
        };
    }
}
