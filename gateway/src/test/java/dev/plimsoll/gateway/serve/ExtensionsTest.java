package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.config.model.SharingConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that servers receive the extensions that clients declare, in both eras and all isolation modes. */
@NullMarked
class ExtensionsTest {

    private static final String UI_EXTENSION =
            "{\"io.modelcontextprotocol/ui\":{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}}";

    private final Set<ProcessHandle> processesBefore = children();

    @TempDir
    Path folder;

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }

    private int startedProcesses() {
        Set<ProcessHandle> processes = children();
        processes.removeAll(processesBefore);
        return processes.size();
    }

    private ServeFixture startGateway(IsolationMode isolationMode) throws Exception {
        SharingConfig sharing = new SharingConfig(isolationMode, Map.of(), Duration.ofMinutes(5));
        return ServeFixture.withCommand(folder, 20, sharing, FixtureServer.legacyOnly());
    }

    private static HttpResponse<String> post(
            ServeFixture gateway, String path, Map<String, String> headers, String body) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            gateway.endpoint().resolve(path))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .POST(BodyPublishers.ofString(body));
            headers.forEach(request::header);
            return http.send(request.build(), BodyHandlers.ofString());
        }
    }

    private static String callModern(ServeFixture gateway, String path, String tool, String extensions)
            throws Exception {
        return post(
                        gateway,
                        path,
                        Map.of(
                                "MCP-Protocol-Version", "2026-07-28",
                                "Mcp-Method", "tools/call",
                                "Mcp-Name", tool),
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                                + "\",\"arguments\":{},\"_meta\":{"
                                + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                                + "\"io.modelcontextprotocol/clientCapabilities\":{\"extensions\":" + extensions
                                + "}}}}")
                .body();
    }

    private static String callLegacy(ServeFixture gateway, String path, String tool, String extensions)
            throws Exception {
        String session = post(
                        gateway,
                        path,
                        Map.of(),
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                                + "\"2025-11-25\",\"capabilities\":{\"extensions\":" + extensions
                                + "},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}")
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        Map<String, String> headers = Map.of("Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-11-25");
        post(gateway, path, headers, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return post(
                        gateway,
                        path,
                        headers,
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                                + "\",\"arguments\":{}}}")
                .body();
    }

    @ParameterizedTest
    @EnumSource
    void extensionsReachLegacyServer(IsolationMode isolationMode) throws Exception {
        try (ServeFixture gateway = startGateway(isolationMode)) {
            assertThat(callModern(gateway, "/mcp/fixture", "initializeParams", UI_EXTENSION))
                    .contains("io.modelcontextprotocol/ui", "text/html;profile=mcp-app");
            assertThat(callLegacy(gateway, "/mcp/fixture", "initializeParams", UI_EXTENSION))
                    .contains("io.modelcontextprotocol/ui");
        }
    }

    @ParameterizedTest
    @CsvSource({"SHARED", "SESSION"})
    void extensionsReachServersOfTheHub(IsolationMode isolationMode) throws Exception {
        try (ServeFixture gateway = startGateway(isolationMode)) {
            assertThat(callLegacy(gateway, "/mcp", "fixture__params", UI_EXTENSION))
                    .contains("content");
        }
    }

    @Test
    void differentExtensionsDoNotShareProcess() throws Exception {
        try (ServeFixture gateway = startGateway(IsolationMode.SHARED)) {
            assertThat(callModern(gateway, "/mcp/fixture", "initializeParams", UI_EXTENSION))
                    .contains("io.modelcontextprotocol/ui");
            assertThat(callModern(gateway, "/mcp/fixture", "initializeParams", "{}"))
                    .doesNotContain("extensions");
            assertThat(callModern(gateway, "/mcp/fixture", "initializeParams", "{\"com.example/x\":{}}"))
                    .contains("com.example/x");
            assertThat(callLegacy(gateway, "/mcp/fixture", "initializeParams", UI_EXTENSION))
                    .contains("io.modelcontextprotocol/ui");
            assertThat(startedProcesses()).isEqualTo(3);
        }
    }
}
