package dev.plimsoll.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.context.ApplicationContext;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which applications start. */
class RouteStartupTest {

    private static final InputStream STANDARD_INPUT = System.in;

    /** Replaces the standard input. Otherwise a server with the transport STDIO would read the commands of the test runner. */
    @BeforeAll
    static void hideStandardInput() {
        System.setIn(InputStream.nullInputStream());
    }

    @AfterAll
    static void restoreStandardInput() {
        System.setIn(STANDARD_INPUT);
    }

    @Test
    void unknownSettingPreventsStartup() {
        Map<String, Object> invalid = Map.of("plimsoll.maxMesageBytes", "1MB");
        assertThatThrownBy(() -> DepotServer.start(invalid).close())
                .hasMessageContaining("properties plimsoll.*: maxMesageBytes: unknown setting. Allowed are enabled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"FALSE", "no", "1"})
    void onlyFalseDisablesTheGuard(String text) {
        Map<String, Object> invalid = Map.of("plimsoll.enabled", text);
        assertThatThrownBy(() -> DepotServer.start(invalid).close())
                .hasMessageContaining("plimsoll.enabled: must be true or false in lower case");
    }

    @Test
    void otherTransportPreventsStartup() {
        Map<String, Object> stdio = DepotServer.withDefaults(Map.of("micronaut.mcp.server.transport", "STDIO"));
        assertThatThrownBy(() -> ApplicationContext.run(stdio).close())
                .hasMessageContaining(
                        "micronaut.mcp.server.transport: Plimsoll guards only the transport HTTP, got STDIO");
    }

    @ParameterizedTest
    @CsvSource({
        "plimsoll.enabled, false, STDIO",
        "micronaut.mcp.server.enabled, false, STDIO",
        "micronaut.mcp.server.enabled, false, HTTP"
    })
    void applicationWithoutAGuardedServerStarts(String name, String value, String transport) {
        Map<String, Object> properties =
                DepotServer.withDefaults(Map.of(name, value, "micronaut.mcp.server.transport", transport));
        try (ApplicationContext application = ApplicationContext.run(properties)) {
            assertThat(application.isRunning()).isTrue();
        }
    }

    @Test
    void applicationWithoutAnMcpServerStarts() {
        try (ApplicationContext application =
                ApplicationContext.run(Map.<String, Object>of("plimsoll.name", "depot"))) {
            assertThat(application.isRunning()).isTrue();
        }
    }

    @Test
    void disabledGuardHasNoBeansAndReadsNoSettings() {
        Map<String, Object> properties =
                DepotServer.withDefaults(Map.of("plimsoll.enabled", "false", "plimsoll.x", "1"));
        try (ApplicationContext application = ApplicationContext.run(properties)) {
            assertThat(application.containsBean(RouteGuard.class)).isFalse();
            assertThat(application.containsBean(RouteFilter.class)).isFalse();
        }
    }

    @Test
    void guardsAnEndpointWithAnotherPath() {
        try (DepotServer server = DepotServer.start(
                Map.of("micronaut.mcp.server.endpoint", "/depot", "micronaut.server.context-path", "/api"))) {
            assertThat(server.client("/api/depot", "").call("get_log", "{}")).contains("nextCursor");
        }
    }
}
