package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.config.model.IsolationMode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests Plimsoll's own app, which shows results to a person, with {@code plimsoll serve} and a real process. */
@NullMarked
class ShowServeTest {

    private static final String UI =
            "{\"extensions\":{\"io.modelcontextprotocol/ui\":" + "{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}}}";
    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\\":]+([A-Za-z0-9_-]{48})");

    private final NewToken reader = NewToken.from(new SplittableRandom(1));
    private final NewToken other = NewToken.from(new SplittableRandom(2));

    @TempDir
    Path folder;

    private ServeFixture startGateway(String additionalSettings) throws Exception {
        String settings = "{" + additionalSettings + "\"policy\":{\"tokenBudgetThreshold\":300,\"sessionBudget\":1000},"
                + "\"tools\":{\"*\":{\"readOnly\":true}},"
                + "\"auth\":{\"tokens\":[{\"id\":\"reader\",\"hash\":\"sha256:" + reader.hash()
                + "\",\"tier\":\"read\"},{\"id\":\"other\",\"hash\":\"sha256:" + other.hash()
                + "\",\"tier\":\"read\"}]}}";
        Path file = folder.resolve("plimsoll.yaml");
        Files.writeString(file, ServeFixture.configurationText(settings, IsolationMode.SHARED));
        return ServeFixture.withFile(folder, file);
    }

    /** A client with a session. */
    private static final class Client implements AutoCloseable {

        private final HttpClient http = HttpClient.newHttpClient();
        private final URI address;
        private final NewToken token;
        private final String session;
        private final JsonNode initialized;
        private int id;

        Client(ServeFixture gateway, String path, NewToken token, String capabilities) throws Exception {
            this.address = URI.create(gateway.baseUrl() + path);
            this.token = token;
            HttpResponse<String> response = post(
                    "",
                    "initialize",
                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities
                            + ",\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
            session = response.headers().firstValue("Mcp-Session-Id").orElseThrow();
            initialized = JsonMapper.shared().readTree(response.body()).get("result");
        }

        private HttpResponse<String> post(String sessionId, String method, String params, String... headers)
                throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(address)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("Authorization", "Bearer " + token.text())
                    .POST(BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":" + ++id + ",\"method\":\"" + method
                            + "\",\"params\":" + params + "}"));
            if (!sessionId.isEmpty()) {
                request.header("Mcp-Session-Id", sessionId);
            }
            if (headers.length > 0) {
                request.headers(headers);
            }
            return http.send(request.build(), BodyHandlers.ofString());
        }

        JsonNode request(String method, String params) throws Exception {
            JsonNode response =
                    JsonMapper.shared().readTree(post(session, method, params).body());
            return response.has("result") ? response.get("result") : response;
        }

        JsonNode call(String tool, String arguments) throws Exception {
            return request("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
        }

        /** Makes a request of revision 2026-07-28, without the session. */
        JsonNode requestModern(String method, String target, String params) throws Exception {
            String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"t\",\"version\":\"1\"},"
                    + "\"io.modelcontextprotocol/clientCapabilities\":" + UI + "}";
            String paramsWithMeta = params.equals("{}") ? "{" + meta + "}" : "{" + meta + "," + params.substring(1);
            String body = post(
                            "",
                            method,
                            paramsWithMeta,
                            "MCP-Protocol-Version",
                            "2026-07-28",
                            "Mcp-Method",
                            method,
                            "Mcp-Name",
                            target)
                    .body();
            return JsonMapper.shared().readTree(body).get("result");
        }

        /** Calls the tool for a list, and returns the cursor of its answer. */
        String cursor(String prefix, int count) throws Exception {
            Matcher found = CURSOR.matcher(
                    call(prefix + "list", "{\"count\":" + count + "}").toString());
            assertThat(found.find()).isTrue();
            return found.group(1);
        }

        String appCursor(String cursor) throws Exception {
            return call("plimsoll_show", "{\"cursor\":\"" + cursor + "\"}")
                    .at("/_meta/dev.plimsoll~1app/cursor")
                    .asString();
        }

        JsonNode read(String appCursor, String additionalArguments) throws Exception {
            return call("plimsoll_app_read", "{\"cursor\":\"" + appCursor + "\"" + additionalArguments + "}");
        }

        String names() throws Exception {
            StringBuilder names = new StringBuilder(" ");
            request("tools/list", "{}")
                    .get("tools")
                    .forEach(tool -> names.append(tool.get("name").asString()).append(' '));
            return names.toString();
        }

        @Override
        public void close() {
            http.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mcp/fixture", "/mcp"})
    void showsWholeResultToAPerson(String path) throws Exception {
        String prefix = path.equals("/mcp") ? "fixture__" : "";
        try (ServeFixture gateway = startGateway("");
                Client client = new Client(gateway, path, reader, UI)) {
            assertThat(client.initialized.at("/capabilities/resources").isObject())
                    .isTrue();
            assertThat(client.names()).contains(" plimsoll_show ", " plimsoll_app_read ");
            String cursor = client.cursor(prefix, 900);

            JsonNode shown = client.call(
                    "plimsoll_show", "{\"cursor\":\"" + cursor + "\",\"title\":\"All\",\"path\":\"/items\"}");

            assertThat(shown.get("content").toString())
                    .isEqualTo("[{\"type\":\"text\",\"text\":\"Shown to the person: 900 items from list.\"}]");
            assertThat(shown.has("structuredContent")).isFalse();
            JsonNode app = shown.at("/_meta/dev.plimsoll~1app");
            assertThat(app.get("title").asString()).isEqualTo("All");
            assertThat(app.get("kind").asString()).isEqualTo("list");
            assertThat(app.get("budget").asInt()).isEqualTo(300);
            assertThat(shown.at("/_meta/dev.plimsoll~1budget").isObject()).isTrue();

            String appCursor = app.get("cursor").asString();
            JsonNode read = client.read(appCursor, ",\"path\":\"/items\",\"from\":890");
            assertThat(read.at("/structuredContent/totalCount").asInt()).isEqualTo(900);
            assertThat(read.at("/structuredContent/from").asInt()).isEqualTo(890);
            assertThat(read.at("/structuredContent/items").size()).isEqualTo(10);
            JsonNode queried = client.read(appCursor, ",\"query\":\".items | length\"");
            assertThat(queried.at("/structuredContent/items").toString()).isEqualTo("[900]");
        }
    }

    @Test
    void readsOfTheAppAreNeitherLimitedNorRecorded() throws Exception {
        try (ServeFixture gateway = startGateway("");
                Client client = new Client(gateway, "/mcp/fixture", reader, UI)) {
            String appCursor = client.appCursor(client.cursor("", 20_000));
            for (int from = 0; from < 20_000; from += 2_500) {
                JsonNode read = client.read(appCursor, ",\"path\":\"/items\",\"from\":" + from);
                assertThat(read.at("/structuredContent/items").size()).isPositive();
                assertThat(read.get("_meta").toString()).doesNotContain("budget");
            }
            assertThat(gateway.log()).contains("tool=plimsoll_show").doesNotContain("plimsoll_app_read");
        }
    }

    @Test
    void offersTheAppOnlyToClientsThatShowApps() throws Exception {
        try (ServeFixture gateway = startGateway("");
                Client client = new Client(gateway, "/mcp/fixture", reader, "{}")) {
            assertThat(client.names()).contains(" plimsoll_read ").doesNotContain("plimsoll_show", "plimsoll_app");
            JsonNode refused = client.call("plimsoll_show", "{\"cursor\":\"" + client.cursor("", 900) + "\"}");
            assertThat(refused.toString()).doesNotContain("Shown to the person");
        }
    }

    @Test
    void showFalseRemovesTheToolsOfTheApp() throws Exception {
        try (ServeFixture gateway = startGateway("\"show\":false,");
                Client client = new Client(gateway, "/mcp/fixture", reader, UI)) {
            assertThat(client.names()).contains(" plimsoll_read ").doesNotContain("plimsoll_show", "plimsoll_app");
            assertThat(client.call("plimsoll_show", "{\"cursor\":\"" + client.cursor("", 900) + "\"}")
                            .toString())
                    .doesNotContain("Shown to the person");
            assertThat(client.request("resources/read", "{\"uri\":\"ui://plimsoll/result\"}")
                            .toString())
                    .doesNotContain("<html");
        }
    }

    @Test
    void resultsBelongToTheirCaller() throws Exception {
        try (ServeFixture gateway = startGateway("");
                Client client = new Client(gateway, "/mcp", reader, UI);
                Client otherClient = new Client(gateway, "/mcp", other, UI)) {
            String cursor = client.cursor("fixture__", 900);
            String appCursor = client.appCursor(cursor);

            assertThat(otherClient
                            .call("plimsoll_show", "{\"cursor\":\"" + cursor + "\"}")
                            .toString())
                    .contains("CURSOR_INVALID")
                    .contains("\"isError\":true");
            assertThat(otherClient.read(appCursor, "").toString())
                    .contains("CURSOR_INVALID")
                    .contains("\"isError\":true");
            assertThat(client.read(cursor, "").toString()).contains("CURSOR_INVALID");
            assertThat(client.call("plimsoll_read", "{\"cursor\":\"" + appCursor + "\"}")
                            .toString())
                    .contains("CURSOR_INVALID");
        }
    }

    @Test
    void wrongArgumentsAreNamed() throws Exception {
        try (ServeFixture gateway = startGateway("");
                Client client = new Client(gateway, "/mcp/fixture", reader, UI)) {
            String cursor = client.cursor("", 900);
            String appCursor = client.appCursor(cursor);
            String withCursor = "{\"cursor\":\"" + cursor + "\",";
            assertThat(client.call("plimsoll_show", "{}").toString()).contains("cursor is missing");
            assertThat(client.call("plimsoll_show", withCursor + "\"query\":\".[\"}")
                            .toString())
                    .contains("QUERY_INVALID");
            assertThat(client.call("plimsoll_show", withCursor + "\"path\":\"/nothing\"}")
                            .toString())
                    .contains("INVALID_REQUEST", "/nothing");
            assertThat(client.call("plimsoll_show", withCursor + "\"title\":7}").toString())
                    .contains("title: must be a text");
            assertThat(client.read(appCursor, ",\"from\":-1").toString())
                    .contains("from: must be a whole number from 0 to 999999999, got -1");
            assertThat(client.read(appCursor, ",\"count\":1.5").toString()).contains("count: must be a whole number");
            assertThat(client.read(appCursor, ",\"query\":[7]").toString()).contains("query: must be a jq expression");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mcp/fixture", "/mcp"})
    void offersTheAppToClientsWithoutSessions(String path) throws Exception {
        String prefix = path.equals("/mcp") ? "fixture__" : "";
        try (ServeFixture gateway = startGateway("");
                Client client = new Client(gateway, path, reader, UI)) {
            assertThat(client.requestModern("server/discover", "", "{}")
                            .at("/capabilities/resources")
                            .isObject())
                    .isTrue();
            assertThat(client.requestModern("tools/list", "", "{}").get("tools").toString())
                    .contains("\"plimsoll_show\"", "\"plimsoll_app_read\"");
            JsonNode answer = client.requestModern(
                    "tools/call", prefix + "list", "{\"name\":\"" + prefix + "list\",\"arguments\":{\"count\":900}}");
            Matcher found = CURSOR.matcher(answer.toString());
            assertThat(found.find()).isTrue();
            JsonNode shown = client.requestModern(
                    "tools/call",
                    "plimsoll_show",
                    "{\"name\":\"plimsoll_show\",\"arguments\":{\"cursor\":\"" + found.group(1) + "\"}}");
            assertThat(shown.get("resultType").asString()).isEqualTo("complete");
            String appCursor = shown.at("/_meta/dev.plimsoll~1app/cursor").asString();
            JsonNode read = client.requestModern(
                    "tools/call",
                    "plimsoll_app_read",
                    "{\"name\":\"plimsoll_app_read\",\"arguments\":{\"cursor\":\"" + appCursor + "\"}}");
            assertThat(read.get("resultType").asString()).isEqualTo("complete");
            assertThat(read.at("/structuredContent/totalCount").asInt()).isPositive();
            JsonNode page = client.requestModern(
                    "resources/read", "ui://plimsoll/result", "{\"uri\":\"ui://plimsoll/result\"}");
            assertThat(page.get("resultType").asString()).isEqualTo("complete");
            assertThat(page.at("/contents/0/mimeType").asString()).isEqualTo("text/html;profile=mcp-app");
        }
    }

    @Test
    void appPageIsOneResource() throws Exception {
        try (ServeFixture gateway = startGateway("");
                Client client = new Client(gateway, "/mcp", reader, UI)) {
            JsonNode page = client.request("resources/read", "{\"uri\":\"ui://plimsoll/result\"}");
            assertThat(page.get("contents").size()).isEqualTo(1);
            assertThat(page.at("/contents/0/uri").asString()).isEqualTo("ui://plimsoll/result");
            assertThat(page.at("/contents/0/text").asString()).startsWith("<!doctype html>");
        }
    }

    @Test
    void showsResultsOfPrograms() throws Exception {
        try (ServeFixture gateway = startGateway("\"programs\":\"read\",");
                Client client = new Client(gateway, "/mcp", reader, UI)) {
            JsonNode answer =
                    client.call("plimsoll_run", "{\"program\":\"[range(700) | {n: ., t: \\\"some text\\\"}]\"}");
            Matcher found = CURSOR.matcher(answer.toString());
            assertThat(found.find()).isTrue();
            JsonNode shown = client.call("plimsoll_show", "{\"cursor\":\"" + found.group(1) + "\"}");
            assertThat(shown.at("/content/0/text").asString())
                    .isEqualTo("Shown to the person: 700 items from plimsoll_run.");
        }
    }

    @Test
    void showsResources() throws Exception {
        try (ServeFixture gateway = startGateway("");
                Client client = new Client(gateway, "/mcp/fixture", reader, UI)) {
            JsonNode resources = client.request("resources/list", "{}").get("resources");
            String shown = "";
            for (JsonNode resource : resources) {
                JsonNode read = client.request(
                        "resources/read", "{\"uri\":\"" + resource.get("uri").asString() + "\"}");
                Matcher page =
                        Pattern.compile("plimsoll://page/[A-Za-z0-9_-]{48}").matcher(read.toString());
                if (page.find()) {
                    shown = client.call("plimsoll_show", "{\"cursor\":\"" + page.group() + "\"}")
                            .toString();
                }
            }
            assertThat(shown).contains("Shown to the person");
        }
    }
}
