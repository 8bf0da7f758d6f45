package dev.plimsoll.spring;

import dev.plimsoll.mcp.annotation.InvalidToolException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Failure analyzer of Spring Boot, which explains at startup that an annotated method cannot be a tool. */
final class InvalidToolFailureAnalyzer extends AbstractFailureAnalyzer<InvalidToolException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidToolException cause) {
        return new FailureAnalysis(
                "Plimsoll cannot register an annotated method as a tool:\n\n    " + cause.getMessage(), null, cause);
    }
}
