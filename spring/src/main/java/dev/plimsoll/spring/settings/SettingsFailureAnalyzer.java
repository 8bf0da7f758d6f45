package dev.plimsoll.spring.settings;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Analyzer that reports invalid properties as a Spring Boot startup failure. */
final class SettingsFailureAnalyzer extends AbstractFailureAnalyzer<SettingsException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SettingsException cause) {
        return new FailureAnalysis(
                "Invalid properties of Plimsoll:\n\n    " + String.join("\n    ", cause.errors()),
                "Change or remove them.",
                rootFailure);
    }
}
