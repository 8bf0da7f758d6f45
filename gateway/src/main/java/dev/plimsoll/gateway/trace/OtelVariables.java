package dev.plimsoll.gateway.trace;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the environment variables of OpenTelemetry, without loading any of its classes. */
public final class OtelVariables {

    private static final List<String> PLACES =
            List.of("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER");

    private OtelVariables() {}

    /** Returns whether spans are wanted: a variable names their destination. */
    public static boolean spans(Map<String, String> environment) {
        if ("true".equalsIgnoreCase(set(environment, "OTEL_SDK_DISABLED"))
                || "none".equalsIgnoreCase(set(environment, "OTEL_TRACES_EXPORTER"))) {
            return false;
        }
        return PLACES.stream().anyMatch(name -> set(environment, name) != null);
    }

    private static @Nullable String set(Map<String, String> environment, String name) {
        String value = environment.get(name);
        return value == null || value.isBlank() ? null : value.strip();
    }
}
