package dev.plimsoll.gateway.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.http.HttpServerFixture;
import dev.plimsoll.gateway.http.SimulatedEchoServer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tests the headers that repeat arguments of a call. The schema of a tool requires them with {@code x-mcp-header}. */
class ArgumentHeadersTest {

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    private static final String TOOLS = """
            {"tools":[{"name":"t","inputSchema":{"type":"object","properties":{
             "where":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}},
             "n":{"type":"integer","x-mcp-header":"N"},
             "dry":{"type":"boolean","x-mcp-header":"Dry"},
             "a":{"type":"string","x-mcp-header":"Same"},"b":{"type":"string","x-mcp-header":"SAME"}}}}],
             "resultType":"complete"}""".replace("\n", "");

    private static HttpRequest.Builder post(HttpServerFixture httpServer, String method, String params) {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":{" + params + META + "}}";
        return httpServer
                .request(null)
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", method)
                .POST(BodyPublishers.ofString(body));
    }

    /** Sends a request, answers it as the server with the given result, and returns the gateway's response. */
    private static HttpResponse<String> sendAndAnswer(
            HttpServerFixture httpServer, HttpRequest.Builder request, String result) throws Exception {
        CompletableFuture<HttpResponse<String>> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return httpServer.send(request);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        SimulatedEchoServer server = httpServer.nextStartedServer();
        JsonNode received = server.received.poll(20, TimeUnit.SECONDS);
        server.result(received, result);
        return answer.get(20, TimeUnit.SECONDS);
    }

    private static HttpRequest.Builder callWithHeader(
            HttpServerFixture httpServer, String arguments, String header, @Nullable String value) {
        HttpRequest.Builder call = post(httpServer, "tools/call", "\"name\":\"t\",\"arguments\":" + arguments + ",")
                .header("Mcp-Name", "t");
        return value == null ? call : call.header("Mcp-Param-" + header, value);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            quoteCharacter = '\'',
            delimiter = '|',
            value = {
                "{'where':{'region':'eu'}} | Region | -",
                "{'where':{'region':'eu'}} | Region | us",
                "{'where':{'region':'eu'}} | Region | EU",
                "{'where':{'region':'é'}} | Region | =?base64?w6k?=",
                "{'where':{'region':'é'}} | Region | =?base64?w6l=?=",
                "{'where':{'region':'é'}} | Region | =?base64?/w==?=",
                "{'n':42} | N | -",
                "{'n':42} | N | 43",
                "{'n':42} | N | x",
                "{'n':9007199254740993} | N | 1",
                "{'dry':false} | Dry | -",
                "{'dry':false} | Dry | False",
            })
    void refusesHeadersThatDifferFromArguments(String arguments, String header, String value) throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            sendAndAnswer(httpServer, post(httpServer, "tools/list", ""), TOOLS);
            HttpResponse<String> answer =
                    httpServer.send(callWithHeader(httpServer, arguments.replace('\'', '"'), header, value));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            JsonNode error = SimulatedEchoServer.JSON.readTree(answer.body());
            assertThat(error.at("/error/code").asInt()).isEqualTo(-32020);
            assertThat(error.get("id").asInt()).isEqualTo(7);
            assertThat(error.at("/error/message").asString()).contains("Mcp-Param-" + header);
        }
    }

    /**
     * Checks which calls are forwarded. No header is required for an absent argument, for a number that is not exact as
     * a double, or if two arguments declare the same header.
     */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            quoteCharacter = '\'',
            delimiter = '|',
            value = {
                "{'where':{'region':'eu'}} | Region | eu",
                "{'where':{'region':'é'}} | Region | =?base64?w6k=?=",
                "{'where':{'region':'=?base64?x'}} | Region | =?base64?x",
                "{'where':{'region':null}} | Region | -",
                "{'where':7} | Region | -",
                "{} | Region | anything",
                "{'n':42} | N | 42.0",
                "{'n':42.0} | N | 42",
                "{'n':9007199254740993} | N | -",
                "{'dry':true} | Dry | true",
                "{'a':'x'} | Same | -",
                "{'other':'x'} | Other | y",
            })
    void forwardsCallIfHeaderMatchesOrIsNotRequired(String arguments, String header, String value) throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            sendAndAnswer(httpServer, post(httpServer, "tools/list", ""), TOOLS);
            HttpRequest.Builder call = callWithHeader(httpServer, arguments.replace('\'', '"'), header, value);
            String result = "{\"content\":[],\"resultType\":\"complete\"}";
            assertThat(sendAndAnswer(httpServer, call, result).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void rejectsDuplicateHeader() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            sendAndAnswer(httpServer, post(httpServer, "tools/list", ""), TOOLS);
            HttpRequest.Builder call =
                    callWithHeader(httpServer, "{\"n\":1}", "N", "1").header("Mcp-Param-N", "2");
            assertThat(httpServer.send(call).body()).contains("more than once");
        }
    }

    @Test
    void usesLatestListing() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            sendAndAnswer(httpServer, post(httpServer, "tools/list", ""), TOOLS);
            sendAndAnswer(httpServer, post(httpServer, "tools/list", ""), TOOLS.replace("x-mcp-header", "x-other"));
            HttpRequest.Builder call = callWithHeader(httpServer, "{\"n\":1}", "N", null);
            assertThat(sendAndAnswer(httpServer, call, "{\"content\":[]}").statusCode())
                    .isEqualTo(200);
        }
    }
}
