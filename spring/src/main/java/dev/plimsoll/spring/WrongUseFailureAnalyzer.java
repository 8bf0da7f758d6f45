package dev.plimsoll.spring;

import dev.plimsoll.mcp.annotation.WrongUseException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Analyzer that reports a method that cannot be a tool as a Spring Boot startup failure. */
final class WrongUseFailureAnalyzer extends AbstractFailureAnalyzer<WrongUseException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, WrongUseException cause) {
        return new FailureAnalysis(
                "A method with an annotation of Plimsoll cannot be a tool:\n\n    " + cause.getMessage(), null, cause);
    }
}
