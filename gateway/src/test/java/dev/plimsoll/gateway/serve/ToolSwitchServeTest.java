package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.FixtureServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests switching tools of a real server off and on while the gateway runs. */
@Timeout(180)
class ToolSwitchServeTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String TOOLS = "/api/v1/servers/a/tools";

    @TempDir
    private Path folder;

    private Path file(String settings, String after) throws Exception {
        String command = JSON.writeValueAsString(FixtureServer.command());
        return Files.writeString(
                folder.resolve("plimsoll.yaml"),
                "# ours\n" + settings + "servers:\n  a: { command: " + command + " }   # the only one\n" + after);
    }

    private static HttpResponse<String> send(ServeFixture gateway, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        return HTTP.send(
                (body.isEmpty() ? request.GET() : request.POST(BodyPublishers.ofString(body))).build(),
                BodyHandlers.ofString());
    }

    private static JsonNode assertOk(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static JsonNode setBlocked(ServeFixture gateway, String tool, boolean isBlocked) throws Exception {
        return assertOk(send(gateway, TOOLS, "{\"tool\":\"" + tool + "\",\"blocked\":" + isBlocked + "}"));
    }

    private static JsonNode tool(JsonNode listing, String name) {
        for (JsonNode tool : listing.get("tools")) {
            if (tool.get("name").asString().equals(name)) {
                return tool;
            }
        }
        throw new AssertionError(name + " is not in " + listing);
    }

    private static McpSyncClient client(ServeFixture gateway, String endpoint, BlockingQueue<List<String>> listings) {
        return McpClient.sync(HttpClientStreamableHttpTransport.builder(gateway.baseUrl())
                        .endpoint(endpoint)
                        .openConnectionOnStartup(true)
                        .build())
                .requestTimeout(Duration.ofSeconds(60))
                .toolsChangeConsumer(
                        tools -> listings.add(tools.stream().map(Tool::name).toList()))
                .build();
    }

    private static String call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                        CallToolRequest.builder(tool).arguments(arguments).build())
                .toString();
    }

    private static List<String> names(McpSyncClient client) {
        return client.listTools().tools().stream().map(Tool::name).toList();
    }

    private static void awaitListing(BlockingQueue<List<String>> listings, Predicate<List<String>> wanted)
            throws InterruptedException {
        List<String> listing = listings.poll(30, TimeUnit.SECONDS);
        while (listing != null && !wanted.test(listing)) {
            listing = listings.poll(30, TimeUnit.SECONDS);
        }
        assertThat(listing).as("a notified listing").isNotNull();
    }

    @Test
    void switchedOffToolIsUnavailableEverywhereUntilItIsSwitchedOn() throws Exception {
        Path file = file("management: local\nprograms: read\n", "");
        BlockingQueue<List<String>> hubListings = new LinkedBlockingQueue<>();
        BlockingQueue<List<String>> serverListings = new LinkedBlockingQueue<>();
        try (ServeFixture gateway = ServeFixture.withFile(folder, file);
                McpSyncClient hub = client(gateway, "/mcp", hubListings);
                McpSyncClient serverClient = client(gateway, "/mcp/a", serverListings)) {
            hub.initialize();
            serverClient.initialize();
            assertThat(names(hub)).contains("a__echo");
            assertThat(names(serverClient)).contains("echo");
            String before = Files.readString(file);
            String shaped = call(serverClient, "list", Map.of("count", 3000));
            String cursor = shaped.replaceAll("(?s).*?nextCursor[\\\\\"=:]+([A-Za-z0-9_-]{48}).*", "$1");

            setBlocked(gateway, "echo", true);
            setBlocked(gateway, "list", true);

            awaitListing(hubListings, names -> !names.contains("a__echo") && !names.contains("a__list"));
            awaitListing(serverListings, names -> !names.contains("echo") && !names.contains("list"));
            assertThat(call(hub, "a__echo", Map.of("message", "x"))).contains("FORBIDDEN", "is switched off");
            assertThat(call(serverClient, "echo", Map.of("message", "x"))).contains("FORBIDDEN", "is switched off");
            HttpResponse<String> rest = send(gateway, "/api/v1/tools/a/echo", "{\"message\":\"x\"}");
            assertThat(rest.statusCode()).isEqualTo(403);
            assertThat(rest.body()).contains("is switched off");
            assertThat(call(hub, "plimsoll_run", Map.of("program", "[tools[].name]")))
                    .doesNotContain("a__echo");
            assertThat(call(hub, "plimsoll_run", Map.of("program", "call(\"a__echo\"; {message: \"x\"})")))
                    .contains("ACTION_NOT_FOUND");
            // stored results stay readable
            assertThat(call(serverClient, "plimsoll_read", Map.of("cursor", cursor)))
                    .contains("nextCursor");
            assertThat(Files.readString(file)).contains("# the only one", "a/echo:\n    blocked: true");
            assertThat(Files.readString(folder.resolve("data/config-audit.jsonl")))
                    .contains("a/echo", "blocked", "api, anyone");

            hubListings.clear();
            setBlocked(gateway, "list", false);
            assertOk(send(gateway, "/api/v1/config/undo", "{}"));
            assertOk(send(gateway, "/api/v1/config/undo", "{}"));
            setBlocked(gateway, "echo", false);

            awaitListing(hubListings, names -> names.contains("a__echo") && names.contains("a__list"));
            assertThat(call(hub, "a__echo", Map.of("message", "back"))).contains("back");
            assertThat(Files.readString(file).replace("tools: {}\n", "")).isEqualTo(before);
        }
    }

    @Test
    void listsSizesAsClientsGetThem() throws Exception {
        Path file = file("management: local\n", "tools:\n  a/echo: { blocked: true }\n");
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            JsonNode listing = assertOk(send(gateway, TOOLS, ""));
            assertThat(tool(listing, "echo").get("blocked").asBoolean()).isTrue();
            assertThat(tool(listing, "list").get("blocked").asBoolean()).isFalse();
            List<String> names = new ArrayList<>();
            int listedTokens = 0;
            for (JsonNode tool : listing.get("tools")) {
                names.add(tool.get("name").asString());
                listedTokens +=
                        tool.get("blocked").asBoolean() ? 0 : tool.get("tokens").asInt();
            }
            assertThat(names).doesNotContain("plimsoll_read").doesNotHaveDuplicates();
            assertThat(listing.get("listedTokens").asInt())
                    .isEqualTo(listedTokens)
                    .isPositive();
            assertThat(listing.get("blockedTokens").asInt())
                    .isEqualTo(tool(listing, "echo").get("tokens").asInt());
            assertThat(listing.get("readToolTokens").asInt()).isPositive();
            // listing the tools for an operator records no request
            assertThat(assertOk(send(gateway, "/api/v1/requests?limit=50", "")).get("requests"))
                    .isEmpty();
        }
    }

    @Test
    void listsToolsThatTheCatalogDoesNotList() throws Exception {
        Path file = file("management: local\ncatalog: dispatch\n", "");
        BlockingQueue<List<String>> listings = new LinkedBlockingQueue<>();
        try (ServeFixture gateway = ServeFixture.withFile(folder, file);
                McpSyncClient serverClient = client(gateway, "/mcp/a", listings)) {
            serverClient.initialize();
            assertThat(names(serverClient)).contains("plimsoll_tools").doesNotContain("echo");
            JsonNode listing = assertOk(send(gateway, TOOLS, ""));
            assertThat(listing.get("catalog").asString()).isEqualTo("dispatch");
            assertThat(tool(listing, "echo").get("tokens").asInt()).isPositive();
            setBlocked(gateway, "echo", true);
            assertThat(call(serverClient, "plimsoll_tools", Map.of())).doesNotContain("echo");
            assertThat(call(serverClient, "plimsoll_tools", Map.of("name", "echo", "call", Map.of("message", "hello"))))
                    .doesNotContain("hello");
        }
    }

    @Test
    void otherRulesForTheToolAreRespected() throws Exception {
        Path file = file("management: local\n", """
                tools:
                  "a/e*": { blocked: true }
                  a/list:
                    tokenBudgetThreshold: 700
                    blocked: true
                  a/slow: { blocked: true }
                  "a/sl*": { blocked: false }
                """);
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            setBlocked(gateway, "echo", false);
            assertThat(Files.readString(file)).contains("\"a/e*\": { blocked: true }", "a/echo:\n    blocked: false");
            setBlocked(gateway, "list", false);
            assertThat(Files.readString(file)).contains("a/list:\n    tokenBudgetThreshold: 700\n  a/slow");
            // the later rule for a/sl* would win
            HttpResponse<String> refused = send(gateway, TOOLS, "{\"tool\":\"slow\",\"blocked\":true}");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("a rule after", "by hand");
            assertThat(assertOk(send(gateway, "/api/v1/tools/a/echo", "{\"message\":\"x\"}"))
                            .toString())
                    .contains("x");
        }
    }

    @Test
    void previewShowsNoRuleIfTheChangeRemovesTheKey() throws Exception {
        Path file = file("management: local\n", """
                tools:
                  a/echo: { blocked: true }
                  a/list: { ttl: 5m, blocked: true }
                  "a/sl*": { blocked: true }
                """);
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            assertThat(previewYaml(gateway, "echo")).isEmpty();
            assertThat(previewYaml(gateway, "list")).isEmpty();
            assertThat(previewYaml(gateway, "slow")).isEqualTo("tools:\n  a/slow:\n    blocked: false\n");
        }
    }

    private static String previewYaml(ServeFixture gateway, String tool) throws Exception {
        String body = "{\"tool\":\"" + tool + "\",\"blocked\":false,\"preview\":true}";
        return assertOk(send(gateway, TOOLS, body)).get("yaml").asString();
    }

    @Test
    void previewChangesNothing() throws Exception {
        Path file = file("management: off\n", "");
        String before = Files.readString(file);
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            JsonNode preview = assertOk(send(gateway, TOOLS, "{\"tool\":\"echo\",\"blocked\":true,\"preview\":true}"));
            assertThat(preview.get("yaml").asString()).isEqualTo("tools:\n  a/echo:\n    blocked: true\n");
            assertThat(preview.get("changes").toString()).contains("blocked");
            assertThat(send(gateway, TOOLS, "{\"tool\":\"echo\",\"blocked\":true}")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(Files.readString(file)).isEqualTo(before);
        }
    }

    @Test
    void refusesWrongRequests() throws Exception {
        Path file = file("management: local\n", "");
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            assertThat(send(gateway, "/api/v1/servers/none/tools", "").statusCode())
                    .isEqualTo(404);
            // an image on a page of another site would start the server
            HttpRequest embedded = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + TOOLS))
                    .header("Sec-Fetch-Site", "cross-site")
                    .build();
            assertThat(HTTP.send(embedded, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(403);
            assertThat(send(gateway, TOOLS, "{\"blocked\":true}").body()).contains("tool is missing");
            assertThat(send(gateway, TOOLS, "{\"tool\":\"echo\"}").body()).contains("blocked is missing");
            assertThat(send(gateway, TOOLS, "{\"tool\":\"e*\",\"blocked\":true}")
                            .body())
                    .contains("cannot be in a rule");
            HttpResponse<String> again = send(gateway, TOOLS, "{\"tool\":\"echo\",\"blocked\":false}");
            assertThat(again.statusCode()).isEqualTo(409);
            assertThat(again.body()).contains("already switched on");
            assertOk(send(gateway, "/api/v1/servers/a/stop", "{}"));
            assertThat(send(gateway, TOOLS, "").body()).contains("UPSTREAM_UNAVAILABLE", "is stopped");
        }
    }

    private static HttpResponse<String> post(ServeFixture gateway, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/mcp/a"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    @Test
    void ambiguousMessagesCannotReachASwitchedOffTool() throws Exception {
        Path file = file("management: local\n", "tools:\n  a/echo: { blocked: true }\n");
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            HttpResponse<String> initialized = post(
                    gateway,
                    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
                            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}");
            HttpResponse<String> response = post(
                    gateway,
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                            + "{\"name\":\"list\",\"name\":\"echo\",\"arguments\":{\"message\":\"through\"}}}",
                    "Mcp-Session-Id",
                    initialized.headers().firstValue("Mcp-Session-Id").orElseThrow());
            assertThat(response.body()).contains("ambiguous request").doesNotContain("through");
        }
    }
}
