package io.verbena.kit.tls;

import io.verbena.tls.TlsException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which variable or file is wrong instead of where in Spring it was found. */
public final class TlsAnalyzer extends AbstractFailureAnalyzer<TlsException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, TlsException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Correct the variable, or the file; docs/configuration.md has what they take.",
                cause);
    }
}
