package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.Main;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests {@code plimsoll serve} with real processes: the sessions in which a cursor is valid, and the life of server processes.
 */
class GatewayServerTest {

    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";

    @TempDir
    Path folder;

    private static HttpResponse<String> post(URI address, String session, String body) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(address)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .POST(BodyPublishers.ofString(body));
            return http.send(
                    session.isEmpty()
                            ? request.build()
                            : request.header("Mcp-Session-Id", session).build(),
                    BodyHandlers.ofString());
        }
    }

    private static String openSession(URI address) throws Exception {
        return post(address, "", INITIALIZE)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private static JsonNode call(URI address, String session, String tool, String arguments) throws Exception {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
        return JsonMapper.shared().readTree(post(address, session, body).body()).get("result");
    }

    private JsonNode readInAnotherSession(Bind bind) throws Exception {
        Configuration configuration = ServeFixture.configuration(folder, "127.0.0.1:0", bind, AccessConfig.open())
                .with(ServerConfig.of("fixture", FixtureServer.command()));
        try (ServeFixture gateway = ServeFixture.of(configuration)) {
            JsonNode first = call(gateway.endpoint(), openSession(gateway.endpoint()), "list", "{\"count\":3000}");
            String cursor = first.at("/structuredContent/nextCursor").asString();
            assertThat(cursor).isNotEmpty();
            return call(
                    gateway.endpoint(),
                    openSession(gateway.endpoint()),
                    "plimsoll_read",
                    "{\"cursor\":\"" + cursor + "\"}");
        }
    }

    @Test
    void cursorWorksInOtherSessionWithoutAuthentication() throws Exception {
        JsonNode read = readInAnotherSession(Bind.CALLER);
        assertThat(read.path("isError").asBoolean(false)).isFalse();
        int first = read.at("/_meta/dev.plimsoll~1page/range/0").intValue();
        assertThat(first).isGreaterThan(1);
        assertThat(read.get("structuredContent").findValue("items").at("/0/id").intValue())
                .as("%s", read)
                .isEqualTo(first - 1);
    }

    @Test
    void sessionBoundCursorFailsInOtherSession() throws Exception {
        JsonNode read = readInAnotherSession(Bind.SESSION);
        assertThat(read.get("isError").asBoolean()).isTrue();
        assertThat(read.toString()).contains("CURSOR_INVALID");
    }

    @Test
    void programGetsWholeResultWithCursor() throws Exception {
        Configuration configuration = ServeFixture.configuration(
                        folder, "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                .with(ServerConfig.of("fixture", FixtureServer.command()));
        try (ServeFixture gateway = ServeFixture.of(configuration)) {
            String session = openSession(gateway.endpoint());
            String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"list\","
                    + "\"arguments\":{\"count\":3000},\"_meta\":{\"dev.plimsoll/whole\":true}}}";
            JsonNode whole = JsonMapper.shared()
                    .readTree(post(gateway.endpoint(), session, body).body())
                    .get("result");
            assertThat(whole.get("structuredContent").findValue("items").size()).isEqualTo(3_000);
            String cursor = whole.at("/_meta/dev.plimsoll~1page/cursor").asString();
            JsonNode page = call(gateway.endpoint(), session, "plimsoll_read", "{\"cursor\":\"" + cursor + "\"}");
            assertThat(page.at("/_meta/dev.plimsoll~1page/totalCount").asInt()).isEqualTo(3_000);
        }
    }

    @Test
    void limitsServerProcesses() throws Exception {
        try (ServeFixture gateway = ServeFixture.withProcesses(folder, 1)) {
            String session = openSession(gateway.endpoint());
            HttpResponse<String> response = post(gateway.endpoint(), "", INITIALIZE);
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).isPresent();
            assertThat(response.body()).contains("RATE_LIMITED").contains("maxProcesses");
            try (HttpClient http = HttpClient.newHttpClient()) {
                http.send(
                        HttpRequest.newBuilder(gateway.endpoint())
                                .header("Mcp-Session-Id", session)
                                .DELETE()
                                .build(),
                        BodyHandlers.discarding());
            }
            for (int i = 0; i < 100 && response.statusCode() != 200; i++) {
                response = post(gateway.endpoint(), "", INITIALIZE);
            }
            assertThat(response.statusCode()).isEqualTo(200);
        }
    }

    @Test
    void sessionProcessEndsWithSession() throws Exception {
        Set<ProcessHandle> processesBefore = children();
        Set<ProcessHandle> startedProcesses;
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            assertThat(children()).isEqualTo(processesBefore);
            String session = openSession(gateway.endpoint());
            openSession(gateway.endpoint());
            startedProcesses = children();
            startedProcesses.removeAll(processesBefore);
            assertThat(startedProcesses).hasSize(2);
            try (HttpClient http = HttpClient.newHttpClient()) {
                http.send(
                        HttpRequest.newBuilder(gateway.endpoint())
                                .header("Mcp-Session-Id", session)
                                .DELETE()
                                .build(),
                        BodyHandlers.discarding());
            }
            whenAnyHasExited(startedProcesses).get(20, TimeUnit.SECONDS);
        }
        assertThat(startedProcesses).noneMatch(ProcessHandle::isAlive);
    }

    private static CompletableFuture<Object> whenAnyHasExited(Set<ProcessHandle> processes) {
        return CompletableFuture.anyOf(
                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }

    @Test
    void refusesOpenAccessFromOtherMachines() {
        Configuration withoutAuthentication =
                ServeFixture.configuration(folder, "0.0.0.0:0", Bind.CALLER, AccessConfig.open());
        assertThatThrownBy(() -> ServeFixture.of(withoutAuthentication))
                .isInstanceOf(ServeException.class)
                .hasMessageContaining("--insecure");
        Configuration withoutServers =
                ServeFixture.configuration(folder, "127.0.0.1:0", Bind.CALLER, AccessConfig.open());
        assertThatThrownBy(() -> ServeFixture.of(withoutServers)).hasMessageContaining("servers");
    }

    @Test
    void signalEndsGatewayAndItsProcesses() throws Exception {
        Path config = Files.writeString(
                folder.resolve("plimsoll.json"),
                "{\"listen\":\"127.0.0.1:0\",\"servers\":{\"cat\":{\"command\":[\"sh\",\"-c\","
                        + "\"read a; echo '{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":0,\\\"result\\\":{}}'; exec cat\"]}}}");
        List<String> command = new ArrayList<>(FixtureServer.command());
        command.set(command.size() - 1, Main.class.getName());
        command.addAll(List.of("serve", "--config", config.toString(), "--data", folder.toString()));
        Process serve = new ProcessBuilder(command).start();
        try (BufferedReader err = serve.errorReader()) {
            String line = err.readLine();
            while (line != null && !line.contains("/mcp/cat")) {
                line = err.readLine();
            }
            URI address = URI.create(String.valueOf(line).replaceAll(".* at=(\\S+).*", "$1"));
            openSession(address);
            Set<ProcessHandle> startedProcesses = serve.descendants().collect(Collectors.toSet());
            assertThat(startedProcesses).isNotEmpty();
            serve.destroy();
            assertThat(serve.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(startedProcesses).noneMatch(ProcessHandle::isAlive);
        } finally {
            serve.destroyForcibly();
        }
    }
}
