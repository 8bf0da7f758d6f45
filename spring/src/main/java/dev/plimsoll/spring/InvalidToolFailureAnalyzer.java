package dev.plimsoll.spring;

import dev.plimsoll.mcp.annotation.InvalidToolException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Analyzer that reports a method that cannot be a tool as a Spring Boot startup failure. */
final class InvalidToolFailureAnalyzer extends AbstractFailureAnalyzer<InvalidToolException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidToolException cause) {
        return new FailureAnalysis(
                "A method with an annotation of Plimsoll cannot be a tool:\n\n    " + cause.getMessage(), null, cause);
    }
}
