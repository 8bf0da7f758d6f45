package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.auth.check.SigningKey;
import dev.plimsoll.gateway.auth.check.SimulatedIssuer;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests {@code plimsoll serve} with access rules, for callers with different claims, in front of a real process. */
class AccessRulesServeTest {

    private static final String AUDIENCE = "api://plimsoll";
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";
    private static final Map<String, String> RULES = Map.of(
            "fixture/echo", "request.args.message.startsWith('public ')",
            "list", "claims.team == 'ops' && request.args.count <= 3000",
            "*", "request.kind == 'resource' && claims.team == 'ops'");

    private SigningKey key;
    private SimulatedIssuer issuer;

    @TempDir
    Path folder;

    @BeforeEach
    void begin() throws Exception {
        key = SigningKey.of("one", "ES256");
        issuer = SimulatedIssuer.with(key);
    }

    @AfterEach
    void end() {
        issuer.close();
    }

    private ServeFixture start() throws Exception {
        return start(RULES);
    }

    private ServeFixture start(Map<String, String> rules) throws Exception {
        AccessConfig accessConfig = new AccessConfig(
                List.of(), issuer.settings(AUDIENCE), null, null, TrafficConfig.defaults(), AccessRules.of(rules));
        return ServeFixture.of(ServeFixture.configuration(folder, "127.0.0.1:0", CursorConfig.Bind.CALLER, accessConfig)
                .with(ServerConfig.of("fixture", FixtureServer.command())));
    }

    private String token(String team) throws Exception {
        String claims = issuer.claims(AUDIENCE, "plimsoll:admin", Instant.now());
        return key.token(claims.replace("\"sub\"", "\"team\":\"" + team + "\",\"sub\""));
    }

    private static HttpResponse<String> post(URI url, String token, String session, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("Authorization", "Bearer " + token)
                .POST(BodyPublishers.ofString(body));
        if (!session.isEmpty()) {
            request.header("Mcp-Session-Id", session);
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request.build(), BodyHandlers.ofString());
        }
    }

    private static String openSession(URI url, String token) throws Exception {
        return post(url, token, "", INITIALIZE)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private static JsonNode request(URI url, String token, String method, String params) throws Exception {
        return requestIn(openSession(url, token), url, token, method, params);
    }

    private static JsonNode requestIn(String session, URI url, String token, String method, String params)
            throws Exception {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}";
        return JsonMapper.shared().readTree(post(url, token, session, body).body());
    }

    private static String call(URI url, String token, String tool, String arguments) throws Exception {
        String params = "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}";
        return request(url, token, "tools/call", params).toString();
    }

    private static List<String> toolNames(URI url, String token) throws Exception {
        List<String> names = new ArrayList<>();
        request(url, token, "tools/list", "{}")
                .at("/result/tools")
                .forEach(tool -> names.add(tool.get("name").asString()));
        return names;
    }

    @Test
    void callersUseOnlyWhatRulesAllow() throws Exception {
        try (ServeFixture gateway = start()) {
            URI url = URI.create(gateway.baseUrl() + "/mcp/fixture");
            String ops = token("ops");
            String dev = token("dev");
            assertThat(toolNames(url, ops)).containsExactlyInAnyOrder("echo", "list", "plimsoll_read");
            assertThat(toolNames(url, dev)).containsExactlyInAnyOrder("echo", "plimsoll_read");

            assertThat(call(url, dev, "echo", "{\"message\":\"public news\"}")).contains("public news");
            assertThat(call(url, dev, "echo", "{\"message\":\"secret news\"}"))
                    .contains("FORBIDDEN")
                    .doesNotContain("startsWith", "public");
            assertThat(call(url, dev, "list", "{\"count\":3}"))
                    .contains("FORBIDDEN")
                    .doesNotContain("team", "ops");
            assertThat(call(url, ops, "list", "{\"count\":3}")).doesNotContain("FORBIDDEN");
            assertThat(call(url, ops, "list", "{\"count\":3001}")).contains("FORBIDDEN");
            assertThat(call(url, ops, "list", "{\"count\":3001,\"count\":3}")).contains("FORBIDDEN");
            assertThat(call(url, ops, "text", "{\"bytes\":3}")).contains("FORBIDDEN");
            assertThat(call(url, ops, "nonexistent", "{}")).contains("FORBIDDEN");
            assertThat(request(url, ops, "prompts/get", "{\"name\":\"x\"}").toString())
                    .contains("FORBIDDEN");
            assertThat(request(url, dev, "resources/read", "{\"uri\":\"file:///x\"}")
                            .toString())
                    .contains("FORBIDDEN");
            assertThat(request(url, ops, "resources/read", "{\"uri\":\"file:///x\"}")
                            .toString())
                    .doesNotContain("FORBIDDEN");
        }
    }

    /** A session of one caller. */
    private record Session(URI url, String token, String id) {

        static Session of(URI url, String token) throws Exception {
            return new Session(url, token, openSession(url, token));
        }

        JsonNode request(String method, String params) throws Exception {
            return requestIn(id, url, token, method, params);
        }

        List<String> listed(String method, String member, String name) throws Exception {
            List<String> names = new ArrayList<>();
            request(method, "{}")
                    .at("/result/" + member)
                    .forEach(entry -> names.add(entry.get(name).asString()));
            return names;
        }

        String complete(String type, String ref) throws Exception {
            return complete(type, ref, "x", "v");
        }

        String complete(String type, String ref, String name, String value) throws Exception {
            String params = "{\"ref\":{\"type\":\"ref/" + type + "\"," + ref + "},\"argument\":{\"name\":\"" + name
                    + "\",\"value\":\"" + value + "\"}}";
            return request("completion/complete", params).toString();
        }
    }

    @Test
    void callersSeeOnlyWhatRulesAllow() throws Exception {
        Map<String, String> rules = Map.of(
                "fixture/fixture://small", "true",
                "fixture/fixture://text/2*", "claims.team == 'ops'",
                "greet", "request.kind == 'prompt' && claims.team == 'ops' && request.args.name == 'Ann'");
        try (ServeFixture gateway = start(rules)) {
            for (String path : List.of("/mcp/fixture", "/mcp")) {
                URI url = URI.create(gateway.baseUrl() + path);
                String greet = path.equals("/mcp") ? "fixture__greet" : "greet";
                Session ops = Session.of(url, token("ops"));
                Session dev = Session.of(url, token("dev"));
                assertThat(ops.listed("resources/list", "resources", "uri"))
                        .containsExactly("fixture://small", "fixture://text/200000");
                assertThat(dev.listed("resources/list", "resources", "uri")).containsExactly("fixture://small");
                assertThat(ops.listed("resources/templates/list", "resourceTemplates", "uriTemplate"))
                        .containsExactly("fixture://text/{bytes}");
                assertThat(dev.listed("resources/templates/list", "resourceTemplates", "uriTemplate"))
                        .isEmpty();
                assertThat(ops.listed("prompts/list", "prompts", "name")).containsExactly(greet);
                assertThat(dev.listed("prompts/list", "prompts", "name")).isEmpty();

                String template = "\"uri\":\"fixture://text/{bytes}\"";
                assertThat(ops.complete("resource", template, "bytes", "2")).contains("2…");
                assertThat(ops.complete("resource", template, "bytes", "1"))
                        .as("a value with which no rule allows a URI")
                        .contains("\"values\":[]")
                        .doesNotContain("total");
                assertThat(ops.complete("resource", template, "other", "2"))
                        .as("a variable that the template does not have")
                        .contains("\"values\":[]");
                assertThat(dev.complete("resource", template))
                        .contains("FORBIDDEN")
                        .doesNotContain("v…");
                assertThat(ops.complete("prompt", "\"name\":\"" + greet + "\"")).contains("v…");
                assertThat(dev.complete("prompt", "\"name\":\"" + greet + "\""))
                        .contains("error")
                        .doesNotContain("v…");
                String uri = "{\"uri\":\"fixture://text/200000\"}";
                assertThat(ops.request("resources/subscribe", uri).toString()).doesNotContain("error");
                assertThat(dev.request("resources/subscribe", uri).toString()).contains("FORBIDDEN");
                assertThat(ops.request("prompts/get", "{\"name\":\"" + greet + "\",\"arguments\":{\"name\":\"Bob\"}}")
                                .toString())
                        .contains("FORBIDDEN");
            }
        }
    }

    /** Checks references that the server could interpret differently than the rules. */
    @Test
    void completionsOfAmbiguousReferencesAreRefused() throws Exception {
        try (ServeFixture gateway = start(Map.of("greet", "true"))) {
            Session session = Session.of(URI.create(gateway.baseUrl() + "/mcp/fixture"), token("dev"));
            assertThat(session.complete("prompt", "\"name\":\"greet\"")).contains("v…");
            for (String ref : List.of(
                    "\"name\":\"greet\",\"name\":\"x\"",
                    "\"name\":\"greet\",\"Name\":\"x\"",
                    "\"name\":\"greet\",\"uri\":\"fixture://small\"",
                    "\"title\":\"greet\"")) {
                assertThat(session.complete("prompt", ref)).contains("ambiguous");
            }
        }
    }

    /** Checks that a subscription contains only the resources that the caller may read. */
    @Test
    void listensOnlyToAllowedResources() throws Exception {
        Map<String, String> rules = Map.of("fixture/fixture://small", "true");
        try (ServeFixture gateway = start(rules)) {
            URI url = URI.create(gateway.baseUrl() + "/mcp/fixture");
            String body =
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\",\"params\":{\"notifications\":"
                            + "{\"resourceSubscriptions\":[\"fixture://small\",\"fixture://text/200000\"]},\"_meta\":{"
                            + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
            HttpRequest request = HttpRequest.newBuilder(url)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("Authorization", "Bearer " + token("dev"))
                    .header("MCP-Protocol-Version", "2026-07-28")
                    .header("Mcp-Method", "subscriptions/listen")
                    .POST(BodyPublishers.ofString(body))
                    .build();
            try (HttpClient http = HttpClient.newHttpClient()) {
                assertThat(http.send(request, BodyHandlers.ofString()).body())
                        .contains("\"resourceSubscriptions\":[\"fixture://small\"]")
                        .doesNotContain("fixture://text");
            }
        }
    }

    @Test
    void hubRespectsRules() throws Exception {
        try (ServeFixture gateway = start()) {
            URI hub = URI.create(gateway.baseUrl() + "/mcp");
            String ops = token("ops");
            String dev = token("dev");
            assertThat(toolNames(hub, ops)).contains("fixture__list", "fixture__echo");
            assertThat(toolNames(hub, dev)).contains("fixture__echo").doesNotContain("fixture__list");
            assertThat(call(hub, dev, "fixture__list", "{\"count\":3}")).contains("FORBIDDEN");
            assertThat(call(hub, ops, "fixture__list", "{\"count\":3}")).doesNotContain("FORBIDDEN");
        }
    }

    @Test
    void followUpReadsRequireTheClaim() throws Exception {
        try (ServeFixture gateway = start()) {
            URI url = URI.create(gateway.baseUrl() + "/mcp/fixture");
            String answer = call(url, token("ops"), "list", "{\"count\":3000}");
            String cursor = JsonMapper.shared()
                    .readTree(answer)
                    .at("/result/structuredContent/nextCursor")
                    .asString();
            String read = "{\"cursor\":\"" + cursor + "\"}";
            assertThat(call(url, token("ops"), "plimsoll_read", read)).doesNotContain("FORBIDDEN", "isError\":true");
            assertThat(call(url, token("dev"), "plimsoll_read", read)).contains("FORBIDDEN");
        }
    }

    @Test
    void sessionsRequireTheClaim() throws Exception {
        try (ServeFixture gateway = start()) {
            URI url = URI.create(gateway.baseUrl() + "/mcp/fixture");
            String session = openSession(url, token("ops"));
            String list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
            assertThat(post(url, token("ops"), session, list).statusCode()).isEqualTo(200);
            assertThat(post(url, token("dev"), session, list).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void refusalsAreCounted() throws Exception {
        try (ServeFixture gateway = start()) {
            call(URI.create(gateway.baseUrl() + "/mcp/fixture"), token("dev"), "list", "{\"count\":3}");
            HttpRequest metrics = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/metrics"))
                    .header("Authorization", "Bearer " + token("ops"))
                    .build();
            try (HttpClient http = HttpClient.newHttpClient()) {
                assertThat(http.send(metrics, BodyHandlers.ofString()).body())
                        .contains("plimsoll_access_refusals_total 1");
            }
        }
    }

    @Test
    void errorsHaveFileLineAndColumn() throws Exception {
        Path file = folder.resolve("plimsoll.yaml");
        Files.writeString(file, "access:\n  echo:\n    allow: request.args.path ==\n  list: {}\n");
        assertThatThrownBy(() -> ServeFixture.withFile(folder, file))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("plimsoll.yaml:3")
                .hasMessageContaining("access.echo.allow")
                .hasMessageContaining("at column")
                .hasMessageContaining("access.list: allow is missing");
    }
}
