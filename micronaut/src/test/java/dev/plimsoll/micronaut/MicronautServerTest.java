package dev.plimsoll.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.micronaut.app.DepotTools;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a guarded application on Netty, and compares it with the same application without the guard. */
@SuppressWarnings("NullAway.Init") // the fields are set before all tests
class MicronautServerTest {

    private static final int MAX_SHAPED_CHARS = 10_000;

    private static DepotServer server;
    private static DepotServer unguarded;

    @BeforeAll
    static void start() {
        server = DepotServer.start(Map.of(
                "plimsoll.policy.token-budget-threshold", "1000",
                "plimsoll.policy.budget-meta", "never",
                "plimsoll.tools.heavy_*.heavy", "true",
                "plimsoll.maxMessageBytes", "8MB",
                "micronaut.server.max-request-size", "4MB"));
        unguarded = DepotServer.start(Map.of("plimsoll.enabled", "false"));
    }

    @AfterAll
    static void stop() {
        server.close();
        unguarded.close();
    }

    @Test
    void listsTheReadToolAndArgumentsOfHeavyTools() {
        String listing = server.client().ask("tools/list", "{}");
        assertThat(listing).contains("\"name\":\"plimsoll_read\"", "\"name\":\"list_parts\"");
        assertThat(listing).containsPattern("\"name\":\"heavy_parts\".*\"cursor\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "tools/call; {\"name\":\"list_parts\",\"arguments\":{\"count\":1}}",
                "tools/call; {\"name\":\"measure\",\"arguments\":{\"text\":\"ä\\u00e4\"}}",
                "tools/call; {\"name\":\"has_request\",\"arguments\":{}}",
                "tools/call; {\"name\":\"fail\",\"arguments\":{}}",
                "tools/call; {\"name\":\"no_such_tool\",\"arguments\":{}}",
                "tools/call; {\"name\":\"list_parts\",\"arguments\":{\"count\":\"many\"}}",
                "resources/list; {}",
                "prompts/list; {}",
                "no/such/method; {}",
                "ping; {}",
                "initialize; {\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}"
            })
    void passesSmallResponsesByteForByte(String method, String params) {
        String body = RouteClient.request(method, params);
        HttpResponse<byte[]> expected = unguarded.client().post(body);
        HttpResponse<byte[]> answer = server.client().post(body);
        assertThat(RouteClient.text(answer)).isEqualTo(RouteClient.text(expected));
        assertThat(answer.statusCode()).isEqualTo(expected.statusCode());
        assertThat(answer.headers().map().keySet())
                .isEqualTo(expected.headers().map().keySet());
        assertThat(answer.headers().firstValue("Content-Type"))
                .isEqualTo(expected.headers().firstValue("Content-Type"));
    }

    @Test
    void doesNotGuardIfDisabled() {
        assertThat(unguarded.client().ask("tools/list", "{}")).doesNotContain("plimsoll_read");
        assertThat(unguarded.client().call("get_log", "{}")).hasSizeGreaterThan(90_000);
    }

    @Test
    void readsALargeResultToItsEnd() {
        RouteClient client = server.client();
        HttpResponse<byte[]> first = client.postCall("list_parts", "{\"count\":300}");
        assertThat(first.headers().firstValue("Content-Type")).contains("application/json");
        String answer = RouteClient.text(first);
        int pages = 1;
        for (; answer.contains("nextCursor"); pages++) {
            assertThat(answer).hasSizeLessThan(MAX_SHAPED_CHARS);
            answer = client.read("{\"cursor\":\"" + RouteClient.cursor(answer) + "\"}");
        }
        assertThat(pages).isGreaterThan(2);
        assertThat(answer).contains("Part 299 of the depot");
    }

    @Test
    void queriesTheWholeResult() {
        RouteClient client = server.client();
        String cursor = RouteClient.cursor(client.call("list_parts", "{\"count\":300}"));
        String answer = client.read("{\"cursor\":\"" + cursor + "\",\"query\":\".parts | map(.price) | add\"}");
        assertThat(RouteClient.result(answer, "structuredContent")).contains("\"results\":[3750");
    }

    @Test
    void findsItemsWithAText() {
        RouteClient client = server.client();
        String cursor = RouteClient.cursor(client.call("list_parts", "{\"count\":300}"));
        String answer = client.read("{\"cursor\":\"" + cursor + "\",\"find\":\"Part 271 of\"}");
        assertThat(answer).contains("Part 271 of the depot").doesNotContain("Part 12 of the depot");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mcp/", "/mcp?a=b"})
    void guardsAllSpellingsOfThePath(String path) {
        String answer = server.client(path, "").call("get_log", "{}");
        assertThat(answer).contains("nextCursor").hasSizeLessThan(MAX_SHAPED_CHARS);
    }

    @Test
    void guardsACallWithoutArguments() {
        String answer = server.client().ask("tools/call", "{\"name\":\"get_log\"}");
        assertThat(answer).contains("nextCursor").hasSizeLessThan(MAX_SHAPED_CHARS);
    }

    @Test
    void heavyToolTakesReadArguments() {
        RouteClient client = server.client();
        client.ask("tools/list", "{}");
        String cursor = RouteClient.cursor(client.call("heavy_parts", "{\"count\":500}"));
        int runs = DepotTools.RUNS.get();
        String answer = client.call("heavy_parts", "{\"cursor\":\"" + cursor + "\",\"query\":\".parts | length\"}");
        assertThat(answer).contains("\"results\":[500]");
        assertThat(DepotTools.RUNS).hasValue(runs);
    }

    @Test
    void removesReadArgumentsFromTheCallToTheServer() {
        RouteClient client = server.client();
        client.ask("tools/list", "{}");
        int runs = DepotTools.RUNS.get();
        String answer = client.call("heavy_parts", "{\"count\":400,\"query\":\".parts | length\"}");
        assertThat(answer).contains("\"results\":[400]");
        assertThat(DepotTools.RUNS).hasValue(runs + 1);
        assertThat(DepotTools.LAST_ARGUMENTS.get()).containsExactly("count");
    }

    @Test
    void guardsResourcesAndPrompts() {
        RouteClient client = server.client();
        String resource = client.ask("resources/read", "{\"uri\":\"depot://log\"}");
        assertThat(resource).contains("plimsoll://page/").hasSizeLessThan(MAX_SHAPED_CHARS);
        assertThat(client.ask("prompts/get", "{\"name\":\"review\"}"))
                .contains("a line")
                .hasSizeLessThan(MAX_SHAPED_CHARS);
    }

    @Test
    void rejectsAForgedCursor() {
        assertThat(server.client().read("{\"cursor\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}"))
                .contains("CURSOR_INVALID");
    }

    @Test
    void rejectsCursorOfAnotherSession() {
        RouteClient client = server.client();
        HttpResponse<byte[]> answer = client.postCall("get_log", "{}", "Mcp-Session-Id", "one");
        String arguments = "{\"cursor\":\"" + RouteClient.cursor(RouteClient.text(answer)) + "\"}";
        assertThat(RouteClient.text(client.postCall("plimsoll_read", arguments, "Mcp-Session-Id", "one")))
                .contains("a line of the log");
        assertThat(RouteClient.text(client.postCall("plimsoll_read", arguments, "Mcp-Session-Id", "two")))
                .contains("CURSOR_INVALID");
    }

    @Test
    void rejectsABodyThatIsNotJsonRpc() {
        HttpResponse<byte[]> response = server.client().post("[1, ");
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(RouteClient.text(response)).contains("-32700");
    }

    @Test
    void rejectsABatch() {
        HttpResponse<byte[]> response = server.client().post("[" + RouteClient.request("ping", "{}") + "]");
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(RouteClient.text(response)).contains("-32600", "does not accept batches");
    }

    @Test
    void acceptsANotification() {
        HttpResponse<byte[]> response =
                server.client().post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertThat(response.statusCode()).isEqualTo(202);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void replacesAResultAboveTheLimitWithAnError() {
        String answer = server.client().call("list_parts", "{\"count\":200000}");
        assertThat(answer).contains("RESULT_TOO_LARGE", "maxMessageBytes").hasSizeLessThan(MAX_SHAPED_CHARS);
    }

    @Test
    void forwardsALargeRequest() {
        String answer = server.client().call("measure", "{\"text\":\"" + "x".repeat(3_000_000) + "\"}");
        assertThat(answer).contains("length 3000000");
    }

    @Test
    void rejectsARequestAboveMicronautsLimit() {
        HttpResponse<byte[]> response =
                server.client().postCall("measure", "{\"text\":\"" + "x".repeat(5_000_000) + "\"}");
        assertThat(response.statusCode()).isEqualTo(413);
    }

    @Test
    void guardsCompressedBodies() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(RouteClient.request("tools/call", "{\"name\":\"get_log\",\"arguments\":{}}")
                    .getBytes(StandardCharsets.UTF_8));
        }
        HttpResponse<byte[]> response =
                server.client().post(compressed.toByteArray(), "Content-Encoding", "gzip", "Accept-Encoding", "gzip");
        assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
        byte[] body = new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes();
        assertThat(new String(body, StandardCharsets.UTF_8))
                .contains("nextCursor")
                .hasSizeLessThan(MAX_SHAPED_CHARS);
    }

    @Test
    void guardsRequestsWithIdentityEncoding() {
        HttpResponse<byte[]> response = server.client().postCall("get_log", "{}", "Content-Encoding", "identity");
        assertThat(RouteClient.text(response)).contains("nextCursor").hasSizeLessThan(MAX_SHAPED_CHARS);
    }

    @Test
    void passesRequestsToOtherRoutes() {
        byte[] body = "[1, ".repeat(50_000).getBytes(StandardCharsets.UTF_8);
        HttpResponse<byte[]> response = server.client("/echo", "").post(body);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(body);
    }
}
