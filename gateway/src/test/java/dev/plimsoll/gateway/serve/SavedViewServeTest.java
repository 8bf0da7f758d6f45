package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.fixture.FileToolServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tests saved views through {@code plimsoll serve}: at the endpoint of a server, and at the hub. */
@NullMarked
class SavedViewServeTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String QUERY = "map(select(.open) | .id)";
    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\\":]+([A-Za-z0-9_-]{48})");
    private static final String MODERN = "2026-07-28";
    private static final String VIEW = "\"uri\":\"plimsoll://saved/open\"";
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";

    private final NewToken boss = NewToken.from(new SplittableRandom(1));
    private final NewToken reader = NewToken.from(new SplittableRandom(2));
    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    private ServeFixture gateway;

    @BeforeEach
    void start() throws Exception {
        write(List.of(3, 50));
        startGateway("");
    }

    /** @param cacheTime how long the response cache answers equal calls; empty if it is off */
    private void startGateway(String cacheTime) throws Exception {
        ObjectNode settings = JSON.createObjectNode();
        ObjectNode policy = settings.putObject("policy").put("saved", true).put("tokenBudgetThreshold", 300);
        if (!cacheTime.isEmpty()) {
            policy.putObject("cache").put("ttl", cacheTime);
        }
        ArrayNode command = settings.putObject("servers").putObject("files").putArray("command");
        FileToolServer.command(folder.resolve("file.json")).forEach(command::add);
        ArrayNode tokens = settings.putObject("auth").putArray("tokens");
        tokens.addObject().put("id", "boss").put("tier", "admin").put("hash", "sha256:" + boss.hash());
        tokens.addObject().put("id", "reader").put("tier", "read").put("hash", "sha256:" + reader.hash());
        Path file = Files.writeString(folder.resolve("plimsoll.json"), settings.toString());
        gateway = ServeFixture.withFile(folder, file);
    }

    @AfterEach
    void stop() {
        http.close();
        gateway.close();
    }

    private void write(List<Integer> openIds) throws Exception {
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < 200; i++) {
            json.append(i == 0 ? "" : ",")
                    .append("{\"id\":")
                    .append(i)
                    .append(",\"open\":")
                    .append(openIds.contains(i));
            json.append(",\"text\":\"a text that makes the result long\"}");
        }
        Files.writeString(folder.resolve("file.json"), json.append("]"));
    }

    private HttpRequest.Builder request(String path, NewToken token, String body) {
        return HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("Authorization", "Bearer " + token.text())
                .POST(BodyPublishers.ofString(body));
    }

    private static JsonNode parse(String response) {
        return JSON.readTree(
                response.startsWith("{") ? response : response.substring(response.lastIndexOf("data: {") + 6));
    }

    private static String body(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":{" + params
                + (params.isEmpty() ? "" : ",") + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + MODERN
                + "\",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"t\",\"version\":\"1\"},"
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
    }

    private HttpRequest modernRequest(String path, NewToken token, String method, String name, String params) {
        HttpRequest.Builder request = request(path, token, body(method, params))
                .header("MCP-Protocol-Version", MODERN)
                .header("Mcp-Method", method);
        return (name.isEmpty() ? request : request.header("Mcp-Name", name)).build();
    }

    private JsonNode sendModern(String path, NewToken token, String method, String name, String params)
            throws Exception {
        return parse(http.send(modernRequest(path, token, method, name, params), BodyHandlers.ofString())
                .body());
    }

    private JsonNode call(String path, NewToken token, String tool, String arguments) throws Exception {
        return sendModern(path, token, "tools/call", tool, "\"name\":\"" + tool + "\",\"arguments\":" + arguments);
    }

    private String save(String path, String tool, NewToken token) throws Exception {
        Matcher cursor = CURSOR.matcher(call(path, token, tool, "{}").toString());
        assertThat(cursor.find()).isTrue();
        return call(
                        path,
                        token,
                        "plimsoll_read",
                        "{\"cursor\":\"" + cursor.group(1) + "\",\"query\":\"" + QUERY + "\",\"save\":\"open\"}")
                .toString();
    }

    private JsonNode read(String path, NewToken token) throws Exception {
        return sendModern(path, token, "resources/read", "plimsoll://saved/open", VIEW);
    }

    @ParameterizedTest
    @CsvSource({"/mcp/files, list", "/mcp, files__list"})
    void callerReadsItsViewAndGetsUpdates(String path, String tool) throws Exception {
        assertThat(save(path, tool, boss))
                .contains("Saved as plimsoll://saved/open until you remove it: " + tool + ", now [3,50]");
        assertThat(sendModern(path, boss, "resources/list", "", "").toString()).contains("plimsoll://saved/open");
        assertThat(read(path, boss).at("/result/contents/0/text").asString()).isEqualTo("[3,50]");
        List<String> lines = new CopyOnWriteArrayList<>();
        String filter =
                "\"notifications\":{\"resourceSubscriptions\":[\"plimsoll://saved/open\"],\"toolsListChanged\":true}";
        HttpResponse<Stream<String>> stream =
                http.send(modernRequest(path, boss, "subscriptions/listen", "", filter), BodyHandlers.ofLines());
        Thread listener = Thread.ofVirtual().start(() -> stream.body().forEach(lines::add));
        awaitLine(lines, "acknowledged");
        assertThat(lines).anyMatch(line -> line.contains("acknowledged") && line.contains("plimsoll://saved/open"));
        call(path, boss, tool, "{}");
        write(List.of(3));
        call(path, boss, tool, "{}");
        awaitLine(lines, "notifications/resources/updated");
        Thread.sleep(100);
        assertThat(lines.stream().filter(line -> line.contains("resources/updated")))
                .hasSize(1)
                .allMatch(line -> line.contains("\"io.modelcontextprotocol/subscriptionId\":1"));
        assertThat(read(path, boss).at("/result/contents/0/text").asString()).isEqualTo("[3]");
        listener.interrupt();
        stream.body().close();
    }

    @ParameterizedTest
    @CsvSource({"/mcp/files, list", "/mcp, files__list"})
    void theResponseCacheDoesNotAnswerReadsOfViews(String path, String tool) throws Exception {
        gateway.close();
        startGateway("1h");
        save(path, tool, boss);
        write(List.of(3));
        assertThat(call(path, boss, tool, "{}")
                        .at("/result/_meta/dev.plimsoll~1cache/hit")
                        .asBoolean(false))
                .isTrue();
        assertThat(read(path, boss).at("/result/contents/0/text").asString()).isEqualTo("[3]");
    }

    @ParameterizedTest
    @CsvSource({"/mcp/files, list", "/mcp, files__list"})
    void legacySessionGetsUpdates(String path, String tool) throws Exception {
        save(path, tool, boss);
        String session = http.send(request(path, boss, INITIALIZE).build(), BodyHandlers.ofString())
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        List<String> lines = new CopyOnWriteArrayList<>();
        HttpRequest get = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path))
                .header("Accept", "text/event-stream")
                .header("Authorization", "Bearer " + boss.text())
                .header("Mcp-Session-Id", session)
                .build();
        HttpResponse<Stream<String>> stream = http.send(get, BodyHandlers.ofLines());
        Thread.ofVirtual().start(() -> stream.body().forEach(lines::add));
        String subscribe =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/subscribe\",\"params\":{" + VIEW + "}}";
        assertThat(parse(http.send(
                                        request(path, boss, subscribe)
                                                .header("Mcp-Session-Id", session)
                                                .build(),
                                        BodyHandlers.ofString())
                                .body())
                        .has("result"))
                .isTrue();
        write(List.of());
        call(path, boss, tool, "{}");
        awaitLine(lines, "notifications/resources/updated");
        stream.body().close();
    }

    @ParameterizedTest
    @CsvSource({"/mcp/files, list", "/mcp, files__list"})
    void otherCallersSeeNothing(String path, String tool) throws Exception {
        save(path, tool, boss);
        assertThat(sendModern(path, reader, "resources/list", "", "").toString())
                .doesNotContain("saved");
        assertThat(read(path, reader).at("/error/message").asString()).isEqualTo("you have no saved view 'open' here");
        assertThat(call(path, reader, "plimsoll_read", "{\"cursor\":\"plimsoll://saved/open\"}")
                        .toString())
                .contains("NOT_FOUND")
                .doesNotContain("50");
        assertThat(call(path, reader, "plimsoll_read", "{\"cursor\":\"plimsoll://saved/open\",\"save\":\"-\"}")
                        .toString())
                .contains("NOT_FOUND");
        List<String> lines = new CopyOnWriteArrayList<>();
        String filter =
                "\"notifications\":{\"resourceSubscriptions\":[\"plimsoll://saved/open\"],\"toolsListChanged\":true}";
        HttpResponse<Stream<String>> stream =
                http.send(modernRequest(path, reader, "subscriptions/listen", "", filter), BodyHandlers.ofLines());
        Thread.ofVirtual().start(() -> stream.body().forEach(lines::add));
        awaitLine(lines, "acknowledged");
        write(List.of(1));
        call(path, boss, tool, "{}");
        write(List.of(2));
        call(path, reader, tool, "{}");
        Thread.sleep(1_200);
        assertThat(lines).noneMatch(line -> line.contains("saved/open") || line.contains("updated"));
        stream.body().close();
        assertThat(save(path, tool, reader))
                .as("the same name for another caller")
                .contains("Saved as");
        assertThat(read(path, boss).at("/result/contents/0/text").asString()).isEqualTo("[2]");
    }

    @Test
    void viewOfAServerIsReadAtTheHub() throws Exception {
        save("/mcp/files", "list", boss);
        assertThat(read("/mcp", boss).at("/result/contents/0/text").asString()).isEqualTo("[3,50]");
    }

    private static void awaitLine(List<String> lines, String part) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
        while (lines.stream().noneMatch(line -> line.contains(part)) && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(lines).anyMatch(line -> line.contains(part));
    }
}
