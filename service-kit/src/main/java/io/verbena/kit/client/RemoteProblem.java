package io.verbena.kit.client;

import io.verbena.kit.problem.Problem;

/** Another service refused, in our own words; {@link #problem} can be answered on or decided by. */
public final class RemoteProblem extends RuntimeException {
    private final transient Problem problem;

    RemoteProblem(Problem problem) {
        super(problem.type() + ": " + problem.detail());
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
