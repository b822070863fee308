package io.verbena.kit.secret;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong with a secret's file instead of where in Spring it was found. */
public final class SecretFileAnalyzer extends AbstractFailureAnalyzer<SecretFileException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SecretFileException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Mount the secret there, readable by the user of this process, or correct the variable.",
                cause);
    }
}
