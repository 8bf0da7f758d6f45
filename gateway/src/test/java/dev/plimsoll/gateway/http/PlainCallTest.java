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

/** Tests tool calls over the HTTP API, for programs that do not use MCP. */
class PlainCallTest {

    private static HttpRequest.Builder call(HttpServerFixture httpServer, String path, String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpServer.port() + "/api/v1/tools/" + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
    }

    private static CompletableFuture<HttpResponse<String>> sendAsync(
            HttpServerFixture httpServer, HttpRequest.Builder request) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return httpServer.send(request);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static HttpResponse<String> await(CompletableFuture<HttpResponse<String>> answer) throws Exception {
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
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            var answer = sendAsync(httpServer, call(httpServer, "simulated/list%20all", "{\"status\":\"open\"}"));
            SimulatedEchoServer server = httpServer.nextStartedServer();
            JsonNode call = server.received.poll(20, TimeUnit.SECONDS);
            assertThat(call.at("/params/name").asString()).isEqualTo("list all");
            assertThat(call.at("/params/arguments/status").asString()).isEqualTo("open");
            server.result(call, "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}");
            assertThat(await(answer).statusCode()).isEqualTo(200);
            assertThat(SimulatedEchoServer.JSON
                            .readTree(await(answer).body())
                            .at("/content/0/text")
                            .asString())
                    .isEqualTo("done");
            server.awaitClosed();
        }
    }

    @Test
    void shapesLargeResult() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            var answer = sendAsync(httpServer, call(httpServer, "simulated/log", ""));
            SimulatedEchoServer server = httpServer.nextStartedServer();
            server.result(
                    server.received.poll(20, TimeUnit.SECONDS),
                    "{\"content\":[{\"type\":\"text\",\"text\":\"" + "many words ".repeat(20_000) + "\"}]}");
            assertThat(await(answer).body()).hasSizeLessThan(50_000).contains("nextCursor");
        }
    }

    @Test
    void acceptsBudgetInUrl() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            var answer = sendAsync(httpServer, call(httpServer, "simulated/log?maxTokens=600", ""));
            SimulatedEchoServer server = httpServer.nextStartedServer();
            server.result(
                    server.received.poll(20, TimeUnit.SECONDS),
                    "{\"content\":[{\"type\":\"text\",\"text\":\"" + "many words ".repeat(20_000) + "\"}]}");
            JsonNode budget = SimulatedEchoServer.JSON
                    .readTree(await(answer).body())
                    .at("/_meta")
                    .get("dev.plimsoll/budget");
            assertThat(budget.get("threshold").asInt()).isEqualTo(600);
            for (String invalidBudget : new String[] {"0", "-1", "many", "99999999999", ""}) {
                error(httpServer.send(call(httpServer, "simulated/log?maxTokens=" + invalidBudget, "")), 400);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "other/tool | {} | application/json | 404 | CONNECTOR_NOT_FOUND",
                "simulated | {} | application/json | 404 | CONNECTOR_NOT_FOUND",
                "simulated/a/b | {} | application/json | 404 | CONNECTOR_NOT_FOUND",
                "simulated/tool | [1] | application/json | 400 | INVALID_REQUEST",
                "simulated/tool | {broken | application/json | 400 | INVALID_REQUEST",
                "simulated/%FF%G1 | {} | application/json | 400 | INVALID_REQUEST",
                "simulated/tool | {} | text/plain | 415 | INVALID_REQUEST",
            })
    void refusesInvalidRequestsWithErrorCode(String path, String body, String type, int status, String code)
            throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String request = "POST /api/v1/tools/" + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type
                    + "\r\nContent-Length: " + body.length() + "\r\nConnection: close\r\n\r\n" + body;
            String answer = httpServer.sendRaw(request, 50);
            if (path.contains("%G1")) {
                // Jetty refuses an invalid escape before the HTTP API can choose an error code
                assertThat(answer).contains(" 400 ");
            } else {
                assertThat(answer).contains(" " + status + " ").contains("{\"error\":{\"code\":\"" + code + "\"");
            }
        }
    }

    @Test
    void distinguishesUnknownToolFromFailure() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            var answerOfUnknownTool = sendAsync(httpServer, call(httpServer, "simulated/nope", "{}"));
            answerWithToolError(
                    httpServer.nextStartedServer(),
                    "{\"tools\":[{\"name\":\"there\",\"inputSchema\":{\"type\":\"object\"}}]}");
            JsonNode error = error(await(answerOfUnknownTool), 404);
            assertThat(error.get("code").asString()).isEqualTo("ACTION_NOT_FOUND");
            assertThat(error.at("/details/suggestion").asString()).contains("there");
            var answerOfFailingTool = sendAsync(httpServer, call(httpServer, "simulated/there", "{}"));
            answerWithToolError(
                    httpServer.nextStartedServer(),
                    "{\"tools\":[{\"name\":\"there\",\"inputSchema\":{\"type\":\"object\"}}]}");
            assertThat(await(answerOfFailingTool).statusCode()).isEqualTo(200);
            assertThat(await(answerOfFailingTool).body()).contains("\"isError\":true");
        }
    }

    /** Answers a call with a tool error, and then the gateway's {@code tools/list} request with the listing. */
    private static void answerWithToolError(SimulatedEchoServer server, String listing) throws Exception {
        server.result(
                server.received.poll(20, TimeUnit.SECONDS),
                "{\"content\":[{\"type\":\"text\",\"text\":\"no such thing\"}],\"isError\":true}");
        JsonNode listRequest = server.received.poll(20, TimeUnit.SECONDS);
        assertThat(listRequest.path("method").asString()).isEqualTo("tools/list");
        server.result(listRequest, listing);
    }

    @Test
    void mapsProtocolErrorsToStatus() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            var answer = sendAsync(httpServer, call(httpServer, "simulated/there", "{}"));
            SimulatedEchoServer server = httpServer.nextStartedServer();
            JsonNode call = server.received.poll(20, TimeUnit.SECONDS);
            server.emit("{\"jsonrpc\":\"2.0\",\"id\":" + call.get("id")
                    + ",\"error\":{\"code\":-32602,\"message\":\"limit must be a number\"}}");
            server.result(server.received.poll(20, TimeUnit.SECONDS), "{\"tools\":[{\"name\":\"there\"}]}");
            JsonNode error = error(await(answer), 400);
            assertThat(error.get("message").asString()).contains("limit must be a number");
            assertThat(error.at("/details/upstreamCode").asString()).isEqualTo("-32602");
        }
    }

    @Test
    void mapsErrorsOfPlimsollToStatus() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            var answer =
                    sendAsync(httpServer, call(httpServer, "simulated/plimsoll_read", "{\"cursor\":\"mistyped\"}"));
            assertThat(error(await(answer), 400).get("code").asString()).isEqualTo("CURSOR_INVALID");
        }
    }

    @Test
    void sendsProgressEventsBeforeResult() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            var answer = sendAsync(
                    httpServer, call(httpServer, "simulated/slow", "{}").header("Accept", "text/event-stream"));
            SimulatedEchoServer server = httpServer.nextStartedServer();
            JsonNode call = server.received.poll(20, TimeUnit.SECONDS);
            server.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                    + call.at("/params/_meta/progressToken") + ",\"progress\":1,\"total\":2,\"message\":\"half\"}}");
            server.result(call, "{\"content\":[]}");
            assertThat(await(answer).headers().firstValue("Content-Type")).hasValue("text/event-stream");
            assertThat(await(answer).body())
                    .containsSubsequence(
                            "event: progress\ndata: {\"progress\":1,\"total\":2,\"message\":\"half\"}\n\n",
                            "event: result\ndata: {\"status\":\"complete\",\"result\":{",
                            "\"content\":[]");
        }
    }
}
