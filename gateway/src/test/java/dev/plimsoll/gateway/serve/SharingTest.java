package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.config.model.SharingConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests server processes that several requests and sessions of {@code serve} share, in both eras. */
class SharingTest {

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    private static final Duration LONG_IDLE_TIMEOUT = Duration.ofMinutes(5);

    private final Set<ProcessHandle> processesBefore = children();

    @TempDir
    Path folder;

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }

    private Set<ProcessHandle> startedProcesses() {
        Set<ProcessHandle> processes = children();
        processes.removeAll(processesBefore);
        return processes;
    }

    private static JsonNode requestModern(URI address, String method, String name, String params) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(address)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("MCP-Protocol-Version", "2026-07-28")
                    .header("Mcp-Method", method)
                    .POST(BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method
                            + "\",\"params\":{" + params + META + "}}"));
            if (!name.isEmpty()) {
                request.header("Mcp-Name", name);
            }
            String body = http.send(request.build(), BodyHandlers.ofString()).body();
            // a response that takes a second or more is sent as an event
            String json = body.startsWith("{")
                    ? body
                    : body.lines()
                            .filter(line -> line.startsWith("data: "))
                            .reduce((first, last) -> last)
                            .orElseThrow()
                            .substring(6);
            return JsonMapper.shared().readTree(json);
        }
    }

    private static JsonNode call(URI address, String tool, String arguments) throws Exception {
        return requestModern(address, "tools/call", tool, "\"name\":\"" + tool + "\",\"arguments\":" + arguments + ",")
                .get("result");
    }

    private static String openSession(URI address) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(address)
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":0,"
                                            + "\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                                            + "\"2025-06-18\",\"capabilities\":{}}}"))
                                    .build(),
                            BodyHandlers.ofString())
                    .headers()
                    .firstValue("Mcp-Session-Id")
                    .orElseThrow();
        }
    }

    @Test
    void requestsWithoutSessionsShareOneProcess() throws Exception {
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            JsonNode first = call(gateway.endpoint(), "list", "{\"count\":3000}");
            assertThat(first.get("resultType").asString()).isEqualTo("complete");
            String cursor = first.at("/structuredContent/nextCursor").asString();
            JsonNode second = call(gateway.endpoint(), "plimsoll_read", "{\"cursor\":\"" + cursor + "\"}");
            assertThat(second.at("/structuredContent/range/0").asInt())
                    .isGreaterThan(first.at("/structuredContent/range/1").asInt());
            assertThat(requestModern(gateway.endpoint(), "server/discover", "", "")
                            .at("/result/supportedVersions/0")
                            .asString())
                    .isEqualTo("2026-07-28");
            List<CompletableFuture<Void>> calls = IntStream.range(0, 20)
                    .mapToObj(i -> CompletableFuture.runAsync(() -> assertEcho(gateway, "of " + i)))
                    .toList();
            for (CompletableFuture<Void> call : calls) {
                call.get(30, TimeUnit.SECONDS);
            }
            assertThat(startedProcesses()).hasSize(1);
        }
        assertThat(startedProcesses()).isEmpty();
    }

    private static void assertEcho(ServeFixture gateway, String message) {
        try {
            JsonNode answer = call(gateway.endpoint(), "echo", "{\"message\":\"" + message + "\"}");
            assertThat(answer.at("/content/0/text").asString()).isEqualTo(message);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void sessionsShareProcessIfConfigured() throws Exception {
        try (ServeFixture gateway = ServeFixture.shared(folder, IsolationMode.SHARED, LONG_IDLE_TIMEOUT)) {
            assertThat(openSession(gateway.endpoint())).isNotEqualTo(openSession(gateway.endpoint()));
            call(gateway.endpoint(), "echo", "{\"message\":\"a\"}");
            assertThat(startedProcesses()).hasSize(1);
        }
        assertThat(startedProcesses()).isEmpty();
    }

    @Test
    void idleProcessEnds() throws Exception {
        try (ServeFixture gateway = ServeFixture.shared(folder, IsolationMode.SHARED, Duration.ofMillis(50))) {
            call(gateway.endpoint(), "echo", "{\"message\":\"a\"}");
            for (ProcessHandle process : startedProcesses()) {
                process.onExit().get(20, TimeUnit.SECONDS);
            }
            assertThat(call(gateway.endpoint(), "echo", "{\"message\":\"b\"}").toString())
                    .contains("\"b\"");
        }
    }

    @Test
    void readToolAnswersWithoutReachableServer() throws Exception {
        List<String> missingCommand = List.of("/nowhere/at/all");
        try (ServeFixture gateway = ServeFixture.withCommand(folder, 20, SharingConfig.defaults(), missingCommand)) {
            JsonNode answer = call(gateway.endpoint(), "echo", "{}");
            assertThat(answer.get("isError").asBoolean()).isTrue();
            assertThat(answer.toString()).contains("UPSTREAM_UNAVAILABLE").contains("suggestion");
            // the pause before the next attempt doubles each time; on a slow machine, the first pause may already be
            // over
            for (int i = 0; i < 4 && !answer.toString().contains("next attempt"); i++) {
                answer = call(gateway.endpoint(), "echo", "{}");
            }
            assertThat(answer.toString()).contains("next attempt");
            assertThat(requestModern(gateway.endpoint(), "tools/list", "", "").has("error"))
                    .isTrue();
            assertThat(call(gateway.endpoint(), "plimsoll_read", "{\"cursor\":\"mistyped\"}")
                            .toString())
                    .contains("CURSOR_INVALID");
        }
    }

    @Test
    void restartsCrashedServer() throws Exception {
        try (ServeFixture gateway = ServeFixture.shared(folder, IsolationMode.SHARED, LONG_IDLE_TIMEOUT)) {
            call(gateway.endpoint(), "echo", "{\"message\":\"a\"}");
            for (ProcessHandle process : startedProcesses()) {
                process.destroyForcibly();
                process.onExit().get(20, TimeUnit.SECONDS);
            }
            JsonNode answer = call(gateway.endpoint(), "echo", "{\"message\":\"b\"}");
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (answer.path("isError").asBoolean(false) && System.nanoTime() < deadline) {
                answer = call(gateway.endpoint(), "echo", "{\"message\":\"b\"}");
            }
            assertThat(answer.toString()).contains("\"b\"");
        }
    }
}
