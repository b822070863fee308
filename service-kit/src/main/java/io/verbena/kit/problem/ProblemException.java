package io.verbena.kit.problem;

import io.verbena.contracts.ProblemType;
import java.util.Map;

/** Ends a request with a {@link Problem}. It has no stack trace: a refusal is no bug, and it is not logged. */
public final class ProblemException extends RuntimeException {
    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.type() + ": " + problem.detail(), null, false, false);
        this.problem = problem;
    }

    public ProblemException(ProblemType type, String detail) {
        this(new Problem(type, detail));
    }

    public ProblemException(ProblemType type, String detail, Map<String, Object> extensions) {
        this(new Problem(type, detail, extensions));
    }

    public Problem problem() {
        return problem;
    }
}
