package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.login.AgreeingBrowser;
import dev.plimsoll.gateway.login.Login;
import dev.plimsoll.gateway.login.SimulatedOAuthServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests {@code plimsoll serve} in front of a server that requires one login for all callers. */
class ServeLoginTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"big\",\"arguments\":{}}}";

    @TempDir
    Path folder;

    private static HttpResponse<String> post(
            HttpClient http, ServeFixture serveFixture, @Nullable String session, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(serveFixture.address())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (session != null) {
            request.header("Mcp-Session-Id", session);
        }
        return http.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private static JsonNode message(HttpResponse<String> answer) {
        String json = answer.body()
                .lines()
                .filter(line -> line.startsWith("{") || line.startsWith("data: {"))
                .findFirst()
                .orElseThrow();
        return JSON.readTree(json.replaceFirst("^data: ", ""));
    }

    private void login(SimulatedOAuthServer played, String... scopes) throws IOException {
        Login.create(ServerConfig.of("crm", played.url()), folder, line -> {})
                .run(new AgreeingBrowser(), List.of(scopes), 0);
    }

    private static JsonNode modern(HttpClient http, ServeFixture serveFixture, String method, String target)
            throws Exception {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"agent\",\"version\":\"1\"},"
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
        String key = method.startsWith("resources") ? "uri" : "name";
        String body = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":{\"" + key + "\":\""
                + target + "\"," + meta + "}}";
        HttpRequest request = HttpRequest.newBuilder(serveFixture.address())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", method)
                .header("Mcp-Name", target)
                .POST(BodyPublishers.ofString(body))
                .build();
        return message(http.send(request, BodyHandlers.ofString()));
    }

    /**
     * Checks that clients of a shared connection get the same message about missing credentials as others, even between
     * attempts.
     */
    @Test
    void reportsMissingCredentialsOfSharedServer() throws Exception {
        try (SimulatedOAuthServer played = new SimulatedOAuthServer();
                HttpClient http = HttpClient.newHttpClient();
                ServeFixture serveFixture = ServeFixture.of(
                        ServeFixture.configuration(folder, "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                                .with(ServerConfig.of("crm", played.url())))) {
            for (int i = 0; i < 2; i++) {
                for (JsonNode answer : List.of(
                        modern(http, serveFixture, "prompts/get", "weekly_report"),
                        modern(http, serveFixture, "resources/read", "orders://open"))) {
                    JsonNode error = answer.get("error");
                    assertThat(error.get("code").asInt()).isEqualTo(-32000);
                    assertThat(error.at("/data/error/code").asString()).isEqualTo("CREDENTIAL_NOT_FOUND");
                    assertThat(error.at("/data/connectorId").asString()).isEqualTo("crm");
                }
                assertThat(modern(http, serveFixture, "tools/call", "big")
                                .at("/result/content/0/text")
                                .asString())
                        .contains("CREDENTIAL_NOT_FOUND");
            }
        }
    }

    @Test
    void sharesLoginBetweenCallersAndStepsUp() throws Exception {
        try (SimulatedOAuthServer played = new SimulatedOAuthServer();
                HttpClient http = HttpClient.newHttpClient();
                ServeFixture serveFixture = ServeFixture.of(
                        ServeFixture.configuration(folder, "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                                .with(ServerConfig.of("crm", played.url()))
                                .withRerunOptions(" --config gate.yaml"))) {
            JsonNode stranger = message(post(http, serveFixture, null, INITIALIZE));
            assertThat(stranger.at("/error/data/error/code").asString()).isEqualTo("CREDENTIAL_NOT_FOUND");
            assertThat(stranger.at("/error/data/error/details/suggestion").asString())
                    .startsWith("plimsoll login crm --config gate.yaml, or");

            login(played);
            HttpResponse<String> opened = post(http, serveFixture, null, INITIALIZE);
            String session = opened.headers().firstValue("Mcp-Session-Id").orElseThrow();
            assertThat(message(post(http, serveFixture, session, CALL)).toString())
                    .contains("plimsoll_read");

            played.needed = "files:delete";
            String forbidden = message(post(http, serveFixture, session, CALL))
                    .at("/result/content/0/text")
                    .asString();
            assertThat(JSON.readTree(forbidden).at("/error/code").asString()).isEqualTo("FORBIDDEN");
            assertThat(JSON.readTree(forbidden).at("/error/details/suggestion").asString())
                    .isEqualTo("plimsoll login crm --config gate.yaml --scope \"files:delete\"");

            login(played, "files:delete");
            assertThat(message(post(http, serveFixture, session, CALL)).toString())
                    .contains("plimsoll_read");
            assertThat(serveFixture.log()).doesNotContain("access-", "refresh-");
        }
    }
}
