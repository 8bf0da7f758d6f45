package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.config.model.SharingMode;
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

/** Tests that the extensions of clients reach servers, for all eras and ways of sharing. */
@NullMarked
class ExtensionsTest {

    private static final String UI = "{\"io.modelcontextprotocol/ui\":{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}}";

    private final Set<ProcessHandle> before = children();

    @TempDir
    Path folder;

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }

    private int startedProcesses() {
        Set<ProcessHandle> now = children();
        now.removeAll(before);
        return now.size();
    }

    private ServeFixture served(IsolationMode isolationMode) throws Exception {
        SharingMode sharingMode = new SharingMode(isolationMode, Map.of(), Duration.ofMinutes(5));
        return ServeFixture.with(folder, 20, sharingMode, FixtureServer.older());
    }

    private static HttpResponse<String> post(
            ServeFixture serveFixture, String path, Map<String, String> headers, String body) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            serveFixture.address().resolve(path))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .POST(BodyPublishers.ofString(body));
            headers.forEach(request::header);
            return http.send(request.build(), BodyHandlers.ofString());
        }
    }

    private static String modern(ServeFixture serveFixture, String path, String tool, String extensions)
            throws Exception {
        return post(
                        serveFixture,
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

    private static String legacy(ServeFixture serveFixture, String path, String tool, String extensions)
            throws Exception {
        String session = post(
                        serveFixture,
                        path,
                        Map.of(),
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                                + "\"2025-11-25\",\"capabilities\":{\"extensions\":" + extensions
                                + "},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}")
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        Map<String, String> headers = Map.of("Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-11-25");
        post(serveFixture, path, headers, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return post(
                        serveFixture,
                        path,
                        headers,
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                                + "\",\"arguments\":{}}}")
                .body();
    }

    @ParameterizedTest
    @EnumSource
    void reachLegacyServer(IsolationMode isolationMode) throws Exception {
        try (ServeFixture serveFixture = served(isolationMode)) {
            assertThat(modern(serveFixture, "/mcp/fixture", "opening", UI))
                    .contains("io.modelcontextprotocol/ui", "text/html;profile=mcp-app");
            assertThat(legacy(serveFixture, "/mcp/fixture", "opening", UI)).contains("io.modelcontextprotocol/ui");
        }
    }

    @ParameterizedTest
    @CsvSource({"SHARED", "SESSION"})
    void reachHubServers(IsolationMode isolationMode) throws Exception {
        try (ServeFixture serveFixture = served(isolationMode)) {
            assertThat(legacy(serveFixture, "/mcp", "fixture__received", UI)).contains("content");
        }
    }

    @Test
    void differentExtensionsDoNotShareProcess() throws Exception {
        try (ServeFixture serveFixture = served(IsolationMode.SHARED)) {
            assertThat(modern(serveFixture, "/mcp/fixture", "opening", UI)).contains("io.modelcontextprotocol/ui");
            assertThat(modern(serveFixture, "/mcp/fixture", "opening", "{}")).doesNotContain("extensions");
            assertThat(modern(serveFixture, "/mcp/fixture", "opening", "{\"com.example/x\":{}}"))
                    .contains("com.example/x");
            assertThat(legacy(serveFixture, "/mcp/fixture", "opening", UI)).contains("io.modelcontextprotocol/ui");
            assertThat(startedProcesses()).isEqualTo(3);
        }
    }
}
