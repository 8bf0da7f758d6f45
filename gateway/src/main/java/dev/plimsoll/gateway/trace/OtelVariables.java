package dev.plimsoll.gateway.trace;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the environment variables of OpenTelemetry. Loads no classes of OpenTelemetry, so that Plimsoll starts fast
 * if spans are not enabled.
 */
public final class OtelVariables {

    private static final List<String> DESTINATION_VARIABLES =
            List.of("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER");

    private OtelVariables() {}

    /** Returns whether spans are enabled: a variable names their destination, and no variable turns them off. */
    public static boolean hasSpansEnabled(Map<String, String> environment) {
        if ("true".equalsIgnoreCase(findValue(environment, "OTEL_SDK_DISABLED"))
                || "none".equalsIgnoreCase(findValue(environment, "OTEL_TRACES_EXPORTER"))) {
            return false;
        }
        return DESTINATION_VARIABLES.stream().anyMatch(name -> findValue(environment, name) != null);
    }

    private static @Nullable String findValue(Map<String, String> environment, String name) {
        String value = environment.get(name);
        return value == null || value.isBlank() ? null : value.strip();
    }
}
