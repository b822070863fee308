package io.verbena.nic.device.admin;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.nic.CommandReply;
import io.verbena.contracts.nic.ResizeReply;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.AdminResult.FunctionApplied;
import io.verbena.nic.datapath.admin.AdminResult.FunctionsResized;
import io.verbena.nic.datapath.admin.AdminResult.LimitExceeded;
import io.verbena.nic.datapath.admin.AdminResult.Refused;
import io.verbena.nic.datapath.admin.RefusalReason;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.device.report.FunctionReports;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** What became of a command, as an HTTP answer: one problem type for each kind of refusal. Pure. */
final class CommandAnswers {
    private static final int RETRY_SECONDS = 1;

    private CommandAnswers() {}

    static Answer of(AdminResult result, UUID bootId) {
        return switch (result) {
            case FunctionApplied applied ->
                Answer.ok(new CommandReply(applied.changed(), FunctionReports.report(applied.current())));
            case FunctionsResized(boolean changed, long epoch, int count) ->
                Answer.ok(new ResizeReply(changed, epoch, count));
            case Refused refused -> refusal(refused, bootId);
            case LimitExceeded exceeded ->
                Answer.problem(
                        ProblemType.VERBS_LIMIT_EXCEEDED,
                        "the " + exceeded.scope() + "'s limit of " + exceeded.limit() + " does not allow it",
                        Map.of(
                                "resource", FunctionReports.resource(exceeded.resource()),
                                "scope", exceeded.scope(),
                                "limit", exceeded.limit(),
                                "used", exceeded.used(),
                                "requested", exceeded.requested()));
            case AdminResult other -> throw new IllegalStateException("a function command was answered with " + other);
        };
    }

    /** The NIC's own tuple goes back with each refusal, so that the manager sees what it missed. */
    private static Answer refusal(Refused refused, UUID bootId) {
        Map<String, Object> extensions = new LinkedHashMap<>();
        extensions.put("bootId", bootId);
        FunctionStatus current = refused.current();
        if (current != null) {
            extensions.put("current", FunctionReports.report(current));
        }
        ProblemType type = type(refused.reason());
        if (type != ProblemType.UNAVAILABLE) {
            return Answer.problem(type, refused.detail(), extensions);
        }
        extensions.put("retryAfterSeconds", RETRY_SECONDS);
        return Answer.problem(type, refused.detail(), extensions)
                .withHeader("Retry-After", Integer.toString(RETRY_SECONDS));
    }

    private static ProblemType type(RefusalReason reason) {
        return switch (reason) {
            case WRONG_BOOT -> ProblemType.WRONG_BOOT;
            case WRONG_OWNER -> ProblemType.WRONG_OWNER;
            case STALE_EPOCH -> ProblemType.STALE_EPOCH;
            case STALE_GENERATION -> ProblemType.STALE_GENERATION;
            case CONFLICT -> ProblemType.GENERATION_CONFLICT;
            case INDEX_OUT_OF_RANGE -> ProblemType.INDEX_OUT_OF_RANGE;
            case ADDRESS_IN_USE, NOT_CONFIGURED, INVALID_STATE -> ProblemType.FAILED_PRECONDITION;
            case INVALID_ARGUMENT -> ProblemType.UNPROCESSABLE;
            case NO_SUCH_OBJECT -> ProblemType.NOT_FOUND;
            case BUSY -> ProblemType.UNAVAILABLE;
        };
    }
}
