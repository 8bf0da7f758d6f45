package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tests tool calls by programs without MCP. */
class PlainCallTest {

    private static HttpRequest.Builder calling(HttpServerFixture front, String path, String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front.port() + "/api/v1/tools/" + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
    }

    private static CompletableFuture<HttpResponse<String>> sending(
            HttpServerFixture front, HttpRequest.Builder request) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return front.send(request);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static HttpResponse<String> got(CompletableFuture<HttpResponse<String>> answer) throws Exception {
        return answer.get(20, TimeUnit.SECONDS);
    }

    private static JsonNode error(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        JsonNode error = SimulatedEchoServer.JSON.readTree(answer.body()).get("error");
        assertThat(error.at("/details/suggestion").asString()).isNotEmpty();
        return error;
    }

    @Test
    void sendsBodyAsArgumentsAndReturnsResult() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            var answer = sending(front, calling(front, "played/list%20all", "{\"status\":\"open\"}"));
            SimulatedEchoServer server = front.server();
            JsonNode call = server.received.poll(20, TimeUnit.SECONDS);
            assertThat(call.at("/params/name").asString()).isEqualTo("list all");
            assertThat(call.at("/params/arguments/status").asString()).isEqualTo("open");
            server.result(call, "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}");
            assertThat(got(answer).statusCode()).isEqualTo(200);
            assertThat(SimulatedEchoServer.JSON
                            .readTree(got(answer).body())
                            .at("/content/0/text")
                            .asString())
                    .isEqualTo("done");
            server.awaitClosed();
        }
    }

    @Test
    void shapesLargeResult() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            var answer = sending(front, calling(front, "played/log", ""));
            SimulatedEchoServer server = front.server();
            server.result(
                    server.received.poll(20, TimeUnit.SECONDS),
                    "{\"content\":[{\"type\":\"text\",\"text\":\"" + "many words ".repeat(20_000) + "\"}]}");
            assertThat(got(answer).body()).hasSizeLessThan(50_000).contains("nextCursor");
        }
    }

    @Test
    void acceptsBudgetInUrl() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            var answer = sending(front, calling(front, "played/log?maxTokens=600", ""));
            SimulatedEchoServer server = front.server();
            server.result(
                    server.received.poll(20, TimeUnit.SECONDS),
                    "{\"content\":[{\"type\":\"text\",\"text\":\"" + "many words ".repeat(20_000) + "\"}]}");
            JsonNode budget = SimulatedEchoServer.JSON
                    .readTree(got(answer).body())
                    .at("/_meta")
                    .get("dev.plimsoll/budget");
            assertThat(budget.get("threshold").asInt()).isEqualTo(600);
            for (String wrong : new String[] {"0", "-1", "many", "99999999999", ""}) {
                error(front.send(calling(front, "played/log?maxTokens=" + wrong, "")), 400);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "other/tool | {} | application/json | 404 | CONNECTOR_NOT_FOUND",
                "played | {} | application/json | 404 | CONNECTOR_NOT_FOUND",
                "played/a/b | {} | application/json | 404 | CONNECTOR_NOT_FOUND",
                "played/tool | [1] | application/json | 400 | INVALID_REQUEST",
                "played/tool | {broken | application/json | 400 | INVALID_REQUEST",
                "played/%FF%G1 | {} | application/json | 400 | INVALID_REQUEST",
                "played/tool | {} | text/plain | 415 | INVALID_REQUEST",
            })
    void whatIsWrongIsSaidPlainly(String path, String body, String type, int status, String code) throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String request = "POST /api/v1/tools/" + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type
                    + "\r\nContent-Length: " + body.length() + "\r\nConnection: close\r\n\r\n" + body;
            String answer = front.raw(request, 50);
            if (path.contains("%G1")) {
                assertThat(answer).contains(" 400 ");
            } else {
                assertThat(answer).contains(" " + status + " ").contains("{\"error\":{\"code\":\"" + code + "\"");
            }
        }
    }

    @Test
    void distinguishesUnknownToolFromFailure() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            var missing = sending(front, calling(front, "played/nope", "{}"));
            fail(front.server(), "{\"tools\":[{\"name\":\"there\",\"inputSchema\":{\"type\":\"object\"}}]}");
            JsonNode error = error(got(missing), 404);
            assertThat(error.get("code").asString()).isEqualTo("ACTION_NOT_FOUND");
            assertThat(error.at("/details/suggestion").asString()).contains("there");
            var failing = sending(front, calling(front, "played/there", "{}"));
            fail(front.server(), "{\"tools\":[{\"name\":\"there\",\"inputSchema\":{\"type\":\"object\"}}]}");
            assertThat(got(failing).statusCode()).isEqualTo(200);
            assertThat(got(failing).body()).contains("\"isError\":true");
        }
    }

    /** Answers a call with an error of the tool, and the following request with a listing. */
    private static void fail(SimulatedEchoServer server, String listing) throws Exception {
        server.result(
                server.received.poll(20, TimeUnit.SECONDS),
                "{\"content\":[{\"type\":\"text\",\"text\":\"no such thing\"}],\"isError\":true}");
        JsonNode listed = server.received.poll(20, TimeUnit.SECONDS);
        assertThat(listed.path("method").asString()).isEqualTo("tools/list");
        server.result(listed, listing);
    }

    @Test
    void mapsProtocolErrorsToStatus() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            var answer = sending(front, calling(front, "played/there", "{}"));
            SimulatedEchoServer server = front.server();
            JsonNode call = server.received.poll(20, TimeUnit.SECONDS);
            server.emit("{\"jsonrpc\":\"2.0\",\"id\":" + call.get("id")
                    + ",\"error\":{\"code\":-32602,\"message\":\"limit must be a number\"}}");
            server.result(server.received.poll(20, TimeUnit.SECONDS), "{\"tools\":[{\"name\":\"there\"}]}");
            JsonNode error = error(got(answer), 400);
            assertThat(error.get("message").asString()).contains("limit must be a number");
            assertThat(error.at("/details/upstreamCode").asString()).isEqualTo("-32602");
        }
    }

    @Test
    void mapsOwnErrorsToStatus() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            var answer = sending(front, calling(front, "played/plimsoll_read", "{\"cursor\":\"mistyped\"}"));
            assertThat(error(got(answer), 400).get("code").asString()).isEqualTo("CURSOR_INVALID");
        }
    }

    @Test
    void sendsProgressEventsBeforeResult() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            var answer = sending(front, calling(front, "played/slow", "{}").header("Accept", "text/event-stream"));
            SimulatedEchoServer server = front.server();
            JsonNode call = server.received.poll(20, TimeUnit.SECONDS);
            server.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                    + call.at("/params/_meta/progressToken") + ",\"progress\":1,\"total\":2,\"message\":\"half\"}}");
            server.result(call, "{\"content\":[]}");
            assertThat(got(answer).headers().firstValue("Content-Type")).hasValue("text/event-stream");
            assertThat(got(answer).body())
                    .containsSubsequence(
                            "event: progress\ndata: {\"progress\":1,\"total\":2,\"message\":\"half\"}\n\n",
                            "event: result\ndata: {\"status\":\"complete\",\"result\":{",
                            "\"content\":[]");
        }
    }
}
