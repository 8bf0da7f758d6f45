package dev.plimsoll.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.context.ApplicationContext;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Starts of applications. */
class RouteStartTest {

    @Test
    void anUnknownSettingStopsTheStart() {
        Map<String, Object> wrong = Map.of("plimsoll.maxMesageBytes", "1MB");
        assertThatThrownBy(() -> DepotServer.start(wrong).close())
                .hasMessageContaining("properties plimsoll.*: maxMesageBytes: unknown setting. Allowed are enabled");
    }

    @Test
    void anotherTransportStopsTheStart() {
        Map<String, Object> stdio = DepotServer.all(Map.of("micronaut.mcp.server.transport", "STDIO"));
        assertThatThrownBy(() -> ApplicationContext.run(stdio).close())
                .hasMessageContaining("micronaut.mcp.server.transport: Plimsoll guards only the transport HTTP, got STDIO");
    }

    @ParameterizedTest
    @CsvSource({
        "plimsoll.enabled, false, STDIO",
        "micronaut.mcp.server.enabled, false, STDIO",
        "micronaut.mcp.server.enabled, false, HTTP",
        "micronaut.mcp.server.enabled, true, ''"
    })
    void anApplicationWithoutAGuardedServerStarts(String name, String value, String transport) {
        Map<String, Object> properties = DepotServer.all(Map.of(name, value, "micronaut.mcp.server.transport", transport));
        try (ApplicationContext application = ApplicationContext.run(properties)) {
            assertThat(application.isRunning()).isTrue();
        }
    }

    @Test
    void aDisabledGuardHasNoBeansAndReadsNoSettings() {
        Map<String, Object> properties = DepotServer.all(Map.of("plimsoll.enabled", "false", "plimsoll.x", "1"));
        try (ApplicationContext application = ApplicationContext.run(properties)) {
            assertThat(application.containsBean(RouteGuard.class)).isFalse();
            assertThat(application.containsBean(RouteFilter.class)).isFalse();
        }
    }

    @Test
    void theEndpointMayHaveAnotherPath() {
        try (DepotServer server = DepotServer.start(
                Map.of("micronaut.mcp.server.endpoint", "/depot", "micronaut.server.context-path", "/api"))) {
            assertThat(server.client("/api/depot", "").call("get_log", "{}")).contains("nextCursor");
        }
    }
}
