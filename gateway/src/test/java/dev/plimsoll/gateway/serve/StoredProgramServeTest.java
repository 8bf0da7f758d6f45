package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.IsolationMode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests stored programs, changes since an earlier result, and the storage of repeated queries, with a real server. */
@NullMarked
class StoredProgramServeTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String SETTINGS =
            "{\"management\":\"local\",\"policy\":{\"tokenBudgetThreshold\":300},\"programs\":{\"mode\":\"read\",\"stored\":{"
                    + "\"count\":{\"program\":\"call(\\\"list\\\"; {count: $n}) | .. | arrays | length\",\"server\":\"fixture\","
                    + "\"expose\":true,\"parameters\":{\"n\":{\"type\":\"integer\",\"default\":7}}},"
                    + "\"everywhere\":{\"program\":\"call(\\\"fixture__list\\\"; {count: 4}) | .. | arrays | length\","
                    + "\"expose\":true}}},\"tools\":{\"list\":{\"readOnly\":true,\"changesSince\":true}}}";

    @TempDir
    Path folder;

    private ServeFixture startGateway() throws Exception {
        Path file = folder.resolve("plimsoll.yaml");
        Files.writeString(file, ServeFixture.configurationText(SETTINGS, IsolationMode.SHARED));
        return ServeFixture.withFile(folder, file);
    }

    private static JsonNode send(ServeFixture gateway, String method, String path, Object body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .method(method, BodyPublishers.ofString(method.equals("GET") ? "" : JSON.writeValueAsString(body)))
                .build();
        String response = HTTP.send(request, BodyHandlers.ofString()).body();
        return JSON.readTree(response.startsWith("{") ? response : response.substring(response.indexOf("data: ") + 6));
    }

    private static String call(ServeFixture gateway, String tool, Map<String, Object> arguments) throws Exception {
        return send(gateway, "POST", "/api/v1/tools/fixture/" + tool, arguments)
                .at("/content/0/text")
                .asString();
    }

    private static JsonNode callOverMcp(ServeFixture gateway, String path, String tool, Map<String, Object> arguments)
            throws Exception {
        Map<String, Object> meta = Map.of(
                "io.modelcontextprotocol/protocolVersion", "2026-07-28",
                "io.modelcontextprotocol/clientInfo", Map.of("name", "test", "version", "1"),
                "io.modelcontextprotocol/clientCapabilities", Map.of());
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", tool)
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(Map.of(
                        "jsonrpc",
                        "2.0",
                        "id",
                        1,
                        "method",
                        "tools/call",
                        "params",
                        Map.of("name", tool, "arguments", arguments, "_meta", meta)))))
                .build();
        String response = HTTP.send(request, BodyHandlers.ofString()).body();
        return JSON.readTree(response.startsWith("{") ? response : response.substring(response.indexOf("data: ") + 6));
    }

    @Test
    void exposedProgramsRunOnTheirEndpoints() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            assertThat(callOverMcp(gateway, "/mcp", "count", Map.of("n", 5)).toString())
                    .contains("{\\\"results\\\":[5]}");
            assertThat(callOverMcp(gateway, "/mcp", "everywhere", Map.of()).toString())
                    .contains("{\\\"results\\\":[4]}");
            assertThat(callOverMcp(gateway, "/mcp/fixture", "count", Map.of()).toString())
                    .contains("{\\\"results\\\":[7]}");
            assertThat(callOverMcp(gateway, "/mcp/fixture", "everywhere", Map.of())
                            .toString())
                    .doesNotContain("results");
            assertThat(call(gateway, "count", Map.of("n", 3))).isEqualTo("{\"results\":[3]}");
            assertThat(gateway.log()).contains("server=plimsoll tool=count", "tool=list outcome=inner");
        }
    }

    @Test
    void answersWithTheChangesSinceAnEarlierResult() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            for (String endpoint : new String[] {"/mcp", "/mcp/fixture"}) {
                String tool = endpoint.equals("/mcp") ? "fixture__list" : "list";
                String first = callOverMcp(gateway, endpoint, tool, Map.of("count", 300, "growing", true))
                        .at("/result/content/0/text")
                        .asString();
                String cursor = JSON.readTree(first).path("nextCursor").asString();
                JsonNode changed = callOverMcp(
                                gateway, endpoint, tool, Map.of("count", 300, "growing", true, "changes_since", cursor))
                        .path("result");
                JsonNode changes = JSON.readTree(changed.at("/content/0/text").asString());
                assertThat(changed.path("structuredContent")).isEqualTo(changes);
                assertThat(changes.path("added").asInt()).isEqualTo(1);
                assertThat(changes.at("/changes/0/path").asString()).isEqualTo("/total");
                assertThat(changes.at("/changes/1/value/name").asString()).startsWith("item 30");
                assertThat(callOverMcp(gateway, endpoint, tool, Map.of("count", 300, "changes_since", cursor))
                                .toString())
                        .contains("the arguments differ");
            }
        }
    }

    @Test
    void repeatedQueryIsReportedAndCanBeStored() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            String cursor = JSON.readTree(call(gateway, "list", Map.of("count", 3000)))
                    .path("nextCursor")
                    .asString();
            for (String text : new String[] {"Hidden One", "Hidden Two"}) {
                String query = "[.. | strings | select(. == \"" + text + "\")] | length";
                assertThat(call(gateway, "plimsoll_read", Map.of("cursor", cursor, "query", query)))
                        .contains("results");
            }
            JsonNode found = send(gateway, "GET", "/api/v1/queries", "");
            assertThat(found.toString()).doesNotContain("Hidden");
            JsonNode entry = found.at("/queries/0");
            assertThat(entry.path("query").asString()).isEqualTo("[.. | strings | select(. == $text)] | length");
            assertThat(entry.path("count").asInt()).isEqualTo(2);
            assertThat(entry.path("stored").asBoolean()).isFalse();

            Object value = Map.of(
                    "query", entry.path("query").asString(), "parameters", Map.of("text", Map.of("type", "string")));
            Object path = new String[] {"tools", "fixture/list", "queries", "times"};
            JsonNode preview =
                    send(gateway, "POST", "/api/v1/config/edit", Map.of("path", path, "value", value, "preview", true));
            assertThat(preview.path("yaml").asString()).contains("times:");
            JsonNode edited = send(gateway, "POST", "/api/v1/config/edit", Map.of("path", path, "value", value));
            assertThat(edited.path("result").asString()).isEqualTo("applied");

            Map<String, Object> byName =
                    Map.of("cursor", cursor, "query", "times", "args", Map.of("text", "Hidden One"));
            assertThat(call(gateway, "plimsoll_read", byName)).contains("\"results\":[0]}");
            assertThat(send(gateway, "GET", "/api/v1/queries?server=fixture&tool=list", "")
                            .at("/queries/0/stored")
                            .asBoolean())
                    .isTrue();
            assertThat(send(gateway, "GET", "/api/v1/queries?tool=other", "").path("queries"))
                    .isEmpty();
            assertThat(send(gateway, "POST", "/api/v1/config/undo", Map.of())
                            .path("result")
                            .asString())
                    .isEqualTo("applied");
            assertThat(send(gateway, "POST", "/api/v1/tools/fixture/plimsoll_read", byName)
                            .toString())
                    .contains("QUERY_INVALID");
        }
    }
}
