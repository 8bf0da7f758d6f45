package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.config.model.SharingConfig;
import dev.plimsoll.gateway.serve.CallStreamServer.CallStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests that the messages which a server over HTTP sends on the stream of one call reach that call of the client, while
 * another call is running.
 */
class RelatedRequestServeTest {

    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(5);

    @TempDir
    Path data;

    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.shutdownNow();
    }

    private ServeFixture serve(CallStreamServer server, IsolationMode isolationMode) throws Exception {
        return ServeFixture.withUrl(data, new SharingConfig(isolationMode, Map.of(), IDLE_TIMEOUT), server.url());
    }

    private CompletableFuture<HttpResponse<Stream<String>>> post(URI url, Map<String, String> headers, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        headers.forEach(request::header);
        return http.sendAsync(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofLines());
    }

    private static HttpResponse<Stream<String>> await(CompletableFuture<HttpResponse<Stream<String>>> response)
            throws Exception {
        return response.get(20, TimeUnit.SECONDS);
    }

    /** Returns all messages up to the response, which is the last one. */
    private static List<JsonNode> messages(CompletableFuture<HttpResponse<Stream<String>>> response) throws Exception {
        List<JsonNode> messages = new ArrayList<>();
        Iterator<String> lines = await(response).body().iterator();
        while (lines.hasNext()) {
            String line = lines.next();
            String json = line.startsWith("data: ") ? line.substring(6) : line;
            if (json.startsWith("{")) {
                messages.add(JsonMapper.shared().readTree(json));
            }
        }
        return messages;
    }

    /** A legacy session of the client. */
    private final class Session {

        private final URI url;
        private final String id;

        Session(URI url) throws Exception {
            this.url = url;
            id = await(RelatedRequestServeTest.this.post(
                            url,
                            Map.of(),
                            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                                    + "\"2025-06-18\",\"capabilities\":{\"elicitation\":{}}}}"))
                    .headers()
                    .firstValue("Mcp-Session-Id")
                    .orElseThrow();
            await(post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        }

        CompletableFuture<HttpResponse<Stream<String>>> post(String body) {
            return RelatedRequestServeTest.this.post(url, Map.of("Mcp-Session-Id", id), body);
        }

        CompletableFuture<HttpResponse<Stream<String>>> call(int callId, String tool, String of) {
            return post("{\"jsonrpc\":\"2.0\",\"id\":" + callId + ",\"method\":\"tools/call\",\"params\":{\"name\":\""
                    + tool + "\",\"arguments\":{\"of\":\"" + of + "\"}}}");
        }
    }

    private static JsonNode nextMessage(Iterator<String> lines) {
        while (lines.hasNext()) {
            String line = lines.next();
            if (line.startsWith("data: {")) {
                return JsonMapper.shared().readTree(line.substring(6));
            }
        }
        throw new AssertionError("the stream ended without a further message");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "upstream__"})
    void eachInputRequestArrivesOnTheStreamOfItsCall(String prefix) throws Exception {
        try (CallStreamServer server = new CallStreamServer(false);
                ServeFixture gateway = serve(server, IsolationMode.SESSION)) {
            Session session =
                    new Session(prefix.isEmpty() ? gateway.endpoint() : URI.create(gateway.baseUrl() + "/mcp"));
            CompletableFuture<HttpResponse<Stream<String>>> first = session.call(1, prefix + "ask", "first");
            CallStream firstCall = server.nextCall("first");
            CompletableFuture<HttpResponse<Stream<String>>> second = session.call(2, prefix + "ask", "second");
            CallStream secondCall = server.nextCall("second");
            secondCall.requestInput("for the second");
            firstCall.requestInput("for the first");
            firstCall.sendLog("of the first");

            Iterator<String> firstLines = await(first).body().iterator();
            Iterator<String> secondLines = await(second).body().iterator();
            JsonNode firstQuestion = nextMessage(firstLines);
            assertThat(firstQuestion.at("/params/message").asString()).isEqualTo("for the first");
            assertThat(nextMessage(firstLines).at("/params/data").asString()).isEqualTo("of the first");
            JsonNode secondQuestion = nextMessage(secondLines);
            assertThat(secondQuestion.at("/params/message").asString()).isEqualTo("for the second");

            await(session.post("{\"jsonrpc\":\"2.0\",\"id\":" + firstQuestion.get("id")
                    + ",\"result\":{\"action\":\"accept\",\"content\":{}}}"));
            JsonNode input = server.nextInputResponse();
            assertThat(input.get("id").asString()).isEqualTo("for the first");
            firstCall.respond("first");
            assertThat(nextMessage(firstLines).get("id").asInt()).isEqualTo(1);
            secondCall.respond("second");
            assertThat(nextMessage(secondLines).get("id").asInt()).isEqualTo(2);
        }
    }

    /** Sends a call of 2026-07-28. All calls have the same id. */
    private CompletableFuture<HttpResponse<Stream<String>>> callModern(URI url, String of, String params) {
        return post(
                url,
                Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "ask"),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"ask\",\"arguments\":{\"of\":\""
                        + of + "\"}," + params
                        + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                        + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}},"
                        + "\"io.modelcontextprotocol/logLevel\":\"info\"}}}");
    }

    /** Returns the result of a call that requests this input. */
    private static JsonNode assertRequestsInput(CompletableFuture<HttpResponse<Stream<String>>> response, String text)
            throws Exception {
        JsonNode result = messages(response).getLast().get("result");
        assertThat(result.path("resultType").asString()).as("%s", result).isEqualTo("input_required");
        assertThat(result.get("inputRequests").size()).isOne();
        assertThat(result.get("inputRequests")
                        .iterator()
                        .next()
                        .at("/params/message")
                        .asString())
                .isEqualTo(text);
        return result;
    }

    private CompletableFuture<HttpResponse<Stream<String>>> resume(URI url, String of, JsonNode inputRequired) {
        String key =
                inputRequired.get("inputRequests").propertyNames().iterator().next();
        return callModern(
                url,
                of,
                "\"requestState\":" + inputRequired.get("requestState") + ",\"inputResponses\":{\"" + key
                        + "\":{\"action\":\"accept\",\"content\":{}}},");
    }

    @Test
    void eachClientWithoutSessionGetsTheInputRequestOfItsCall() throws Exception {
        try (CallStreamServer server = new CallStreamServer(false);
                ServeFixture gateway = serve(server, IsolationMode.CALLER)) {
            URI url = gateway.endpoint();
            CompletableFuture<HttpResponse<Stream<String>>> anna = callModern(url, "anna", "");
            CallStream annasCall = server.nextCall("anna");
            CompletableFuture<HttpResponse<Stream<String>>> ben = callModern(url, "ben", "");
            CallStream bensCall = server.nextCall("ben");
            // the call of Ben is the last one
            annasCall.requestInput("for anna");
            JsonNode inputOfAnna = assertRequestsInput(anna, "for anna");
            bensCall.requestInput("for ben");
            JsonNode inputOfBen = assertRequestsInput(ben, "for ben");

            CompletableFuture<HttpResponse<Stream<String>>> resumedAnna = resume(url, "anna", inputOfAnna);
            assertThat(server.nextInputResponse().get("id").asString()).isEqualTo("for anna");
            annasCall.respond("to anna");
            assertThat(messages(resumedAnna).getLast().toString()).contains("to anna");
            CompletableFuture<HttpResponse<Stream<String>>> resumedBen = resume(url, "ben", inputOfBen);
            assertThat(server.nextInputResponse().get("id").asString()).isEqualTo("for ben");
            bensCall.respond("to ben");
            assertThat(messages(resumedBen).getLast().toString()).contains("to ben");
        }
    }

    private static void assertOnlyOwnLog(List<JsonNode> messages, String own) {
        assertThat(messages).hasSize(2);
        assertThat(messages.getFirst().at("/params/data").asString()).isEqualTo("log of " + own);
        assertThat(messages.getLast().at("/result/content/0/text").asString()).isEqualTo("to " + own);
    }

    private static void sendLogsAndResponses(CallStream annasCall, CallStream bensCall) throws Exception {
        bensCall.sendLog("log of ben");
        annasCall.sendLog("log of anna");
        annasCall.respond("to anna");
        bensCall.respond("to ben");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachSessionGetsTheLogMessagesOfItsCallOverASharedConnection(boolean isModern) throws Exception {
        try (CallStreamServer server = new CallStreamServer(isModern);
                ServeFixture gateway = serve(server, IsolationMode.SHARED)) {
            Session sessionOfAnna = new Session(gateway.endpoint());
            Session sessionOfBen = new Session(gateway.endpoint());
            CompletableFuture<HttpResponse<Stream<String>>> anna = sessionOfAnna.call(1, "ask", "anna");
            CallStream annasCall = server.nextCall("anna");
            CompletableFuture<HttpResponse<Stream<String>>> ben = sessionOfBen.call(1, "ask", "ben");
            sendLogsAndResponses(annasCall, server.nextCall("ben"));
            assertOnlyOwnLog(messages(anna), "anna");
            assertOnlyOwnLog(messages(ben), "ben");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachRequestWithoutSessionGetsItsLogMessagesOverASharedConnection(boolean isModern) throws Exception {
        try (CallStreamServer server = new CallStreamServer(isModern);
                ServeFixture gateway = serve(server, IsolationMode.SHARED)) {
            CompletableFuture<HttpResponse<Stream<String>>> anna = callModern(gateway.endpoint(), "anna", "");
            CallStream annasCall = server.nextCall("anna");
            CompletableFuture<HttpResponse<Stream<String>>> ben = callModern(gateway.endpoint(), "ben", "");
            sendLogsAndResponses(annasCall, server.nextCall("ben"));
            assertOnlyOwnLog(messages(anna), "anna");
            assertOnlyOwnLog(messages(ben), "ben");
        }
    }
}
