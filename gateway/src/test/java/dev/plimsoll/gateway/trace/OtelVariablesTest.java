package dev.plimsoll.gateway.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OtelVariablesTest {

    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

    @Test
    void destinationOfTracesEnablesSpans() {
        assertThat(OtelVariables.hasSpansEnabled(Map.of())).isFalse();
        assertThat(OtelVariables.hasSpansEnabled(Map.of("OTEL_SERVICE_NAME", "x")))
                .isFalse();
        assertThat(OtelVariables.hasSpansEnabled(Map.of(ENDPOINT, " "))).isFalse();
        assertThat(OtelVariables.hasSpansEnabled(Map.of(ENDPOINT, "http://x:4318")))
                .isTrue();
        assertThat(OtelVariables.hasSpansEnabled(Map.of("OTEL_TRACES_EXPORTER", "otlp")))
                .isTrue();
    }

    @Test
    void disabledSdkMeansNoSpans() {
        assertThat(OtelVariables.hasSpansEnabled(Map.of(ENDPOINT, "http://x:4318", "OTEL_TRACES_EXPORTER", "none")))
                .isFalse();
        assertThat(OtelVariables.hasSpansEnabled(Map.of(ENDPOINT, "http://x:4318", "OTEL_SDK_DISABLED", "TRUE")))
                .isFalse();
    }
}
