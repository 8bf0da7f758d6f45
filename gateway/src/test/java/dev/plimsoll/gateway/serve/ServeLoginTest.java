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

/** Tests {@code plimsoll serve} in front of a server that requires a login, which all callers share. */
class ServeLoginTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"big\",\"arguments\":{}}}";

    @TempDir
    Path folder;

    private static HttpResponse<String> post(
            HttpClient http, ServeFixture gateway, @Nullable String session, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.endpoint())
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

    private void login(SimulatedOAuthServer oauthServer, String... scopes) throws IOException {
        Login.create(ServerConfig.of("crm", oauthServer.url()), folder, line -> {})
                .run(new AgreeingBrowser(), List.of(scopes), 0);
    }

    private static JsonNode callModern(HttpClient http, ServeFixture gateway, String method, String target)
            throws Exception {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"agent\",\"version\":\"1\"},"
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
        String key = method.startsWith("resources") ? "uri" : "name";
        String body = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":{\"" + key + "\":\""
                + target + "\"," + meta + "}}";
        HttpRequest request = HttpRequest.newBuilder(gateway.endpoint())
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
     * Checks that clients of a shared connection learn which credentials are missing, even while the gateway waits before its
     * next attempt to connect.
     */
    @Test
    void reportsMissingCredentialsOfSharedServer() throws Exception {
        try (SimulatedOAuthServer oauthServer = new SimulatedOAuthServer();
                HttpClient http = HttpClient.newHttpClient();
                ServeFixture gateway = ServeFixture.of(
                        ServeFixture.configuration(folder, "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                                .with(ServerConfig.of("crm", oauthServer.url())))) {
            for (int i = 0; i < 2; i++) {
                for (JsonNode answer : List.of(
                        callModern(http, gateway, "prompts/get", "weekly_report"),
                        callModern(http, gateway, "resources/read", "orders://open"))) {
                    JsonNode error = answer.get("error");
                    assertThat(error.get("code").asInt()).isEqualTo(-32000);
                    assertThat(error.at("/data/error/code").asString()).isEqualTo("CREDENTIAL_NOT_FOUND");
                    assertThat(error.at("/data/connectorId").asString()).isEqualTo("crm");
                }
                assertThat(callModern(http, gateway, "tools/call", "big")
                                .at("/result/content/0/text")
                                .asString())
                        .contains("CREDENTIAL_NOT_FOUND");
            }
        }
    }

    @Test
    void sharesLoginBetweenCallersAndReportsMissingScope() throws Exception {
        try (SimulatedOAuthServer oauthServer = new SimulatedOAuthServer();
                HttpClient http = HttpClient.newHttpClient();
                ServeFixture gateway = ServeFixture.of(
                        ServeFixture.configuration(folder, "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                                .with(ServerConfig.of("crm", oauthServer.url()))
                                .withRerunOptions(" --config gate.yaml"))) {
            JsonNode errorAnswer = message(post(http, gateway, null, INITIALIZE));
            assertThat(errorAnswer.at("/error/data/error/code").asString()).isEqualTo("CREDENTIAL_NOT_FOUND");
            assertThat(errorAnswer.at("/error/data/error/details/suggestion").asString())
                    .startsWith("plimsoll login crm --config gate.yaml, or");

            login(oauthServer);
            HttpResponse<String> initializeResponse = post(http, gateway, null, INITIALIZE);
            String session =
                    initializeResponse.headers().firstValue("Mcp-Session-Id").orElseThrow();
            assertThat(message(post(http, gateway, session, CALL)).toString()).contains("plimsoll_read");

            oauthServer.requiredScope = "files:delete";
            String forbidden = message(post(http, gateway, session, CALL))
                    .at("/result/content/0/text")
                    .asString();
            assertThat(JSON.readTree(forbidden).at("/error/code").asString()).isEqualTo("FORBIDDEN");
            assertThat(JSON.readTree(forbidden).at("/error/details/suggestion").asString())
                    .isEqualTo("plimsoll login crm --config gate.yaml --scope \"files:delete\"");

            login(oauthServer, "files:delete");
            assertThat(message(post(http, gateway, session, CALL)).toString()).contains("plimsoll_read");
            assertThat(gateway.log()).doesNotContain("access-", "refresh-");
        }
    }
}
