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

/** Starts of applications. */
class RouteStartTest {

    private static final InputStream STANDARD_INPUT = System.in;

    /** Hides the standard input, from which a server on standard input and output would read the commands of the test runner. */
    @BeforeAll
    static void hideStandardInput() {
        System.setIn(InputStream.nullInputStream());
    }

    @AfterAll
    static void restoreStandardInput() {
        System.setIn(STANDARD_INPUT);
    }

    @Test
    void anUnknownSettingStopsTheStart() {
        Map<String, Object> wrong = Map.of("plimsoll.maxMesageBytes", "1MB");
        assertThatThrownBy(() -> DepotServer.start(wrong).close())
                .hasMessageContaining("properties plimsoll.*: maxMesageBytes: unknown setting. Allowed are enabled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"FALSE", "no", "1"})
    void aGuardIsDisabledOnlyByFalse(String text) {
        Map<String, Object> wrong = Map.of("plimsoll.enabled", text);
        assertThatThrownBy(() -> DepotServer.start(wrong).close())
                .hasMessageContaining("plimsoll.enabled: must be true or false in lower case");
    }

    @Test
    void anotherTransportStopsTheStart() {
        Map<String, Object> stdio = DepotServer.all(Map.of("micronaut.mcp.server.transport", "STDIO"));
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
    void anApplicationWithoutAGuardedServerStarts(String name, String value, String transport) {
        Map<String, Object> properties =
                DepotServer.all(Map.of(name, value, "micronaut.mcp.server.transport", transport));
        try (ApplicationContext application = ApplicationContext.run(properties)) {
            assertThat(application.isRunning()).isTrue();
        }
    }

    @Test
    void anApplicationWithoutAnMcpServerStarts() {
        try (ApplicationContext application =
                ApplicationContext.run(Map.<String, Object>of("plimsoll.name", "depot"))) {
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
