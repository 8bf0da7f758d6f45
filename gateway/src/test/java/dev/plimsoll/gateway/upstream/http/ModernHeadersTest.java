package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.http.SimulatedHttpServer.ReceivedRequest;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the headers of requests of 2026-07-28, which repeat parts of the body. */
class ModernHeadersTest {

    private static final String TOOL_LIST_RESULT = """
            {"tools":[{"name":"t","inputSchema":{"type":"object","properties":{
              "region":{"type":"string","x-mcp-header":"Region"},
              "deep":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}},
              "dry":{"type":"boolean","x-mcp-header":"Dry"}}}}],
             "resultType":"complete","ttlMs":0,"cacheScope":"private"}""";

    @Test
    void copiesPartsOfTheRequestToHeaders() throws Exception {
        try (SimulatedHttpServer server =
                        new SimulatedHttpServer(request -> request.respondJson(request.resultMessage("{}")));
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.modernRequest(1, "resources/read", "\"uri\":\"file:///ä\"");
            recordingConnection.next();
            recordingConnection.modernRequest(2, "prompts/get", "\"name\":\" p\"");
            recordingConnection.next();
            recordingConnection.modernRequest(3, "tasks/get", "\"taskId\":\"t-1\"");
            recordingConnection.next();
            List<ReceivedRequest> requests = server.requests();
            assertThat(requests).allSatisfy(request -> {
                assertThat(request.method()).isEqualTo("POST");
                assertThat(request.header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
                assertThat(request.header("Mcp-Method")).isEqualTo(request.rpcMethod());
                assertThat(request.header("Mcp-Session-Id")).isNull();
            });
            assertThat(requests)
                    .extracting(request -> request.header("Mcp-Name"))
                    .containsExactly("=?base64?ZmlsZTovLy/DpA==?=", "=?base64?IHA=?=", "t-1");
        }
    }

    @Test
    void fetchesTheToolListBeforeTheFirstCall() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> request.respondJson(
                        request.resultMessage("tools/list".equals(request.rpcMethod()) ? TOOL_LIST_RESULT : "{}")));
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.modernRequest(
                    1,
                    "tools/call",
                    "\"name\":\"t\",\"arguments\":{\"region\":\"é\",\"deep\":{\"n\":-12},\"dry\":false}");
            assertThat(recordingConnection.next()).contains("\"id\":1");
            recordingConnection.modernRequest(2, "tools/call", "\"name\":\"t\",\"arguments\":{\"region\":null}");
            assertThat(recordingConnection.next()).contains("\"id\":2");
            assertThat(server.requests())
                    .extracting(ReceivedRequest::rpcMethod)
                    .containsExactly("tools/list", "tools/call", "tools/call");
            ReceivedRequest call = server.requests().get(1);
            assertThat(call.header("Mcp-Name")).isEqualTo("t");
            assertThat(call.header("Mcp-Param-Region")).isEqualTo("=?base64?w6k=?=");
            assertThat(call.header("Mcp-Param-N")).isEqualTo("-12");
            assertThat(call.header("Mcp-Param-Dry")).isEqualTo("false");
            assertThat(server.requests().get(2).header("Mcp-Param-Region")).isNull();
        }
    }

    @Test
    void readsDeclarationsFromForwardedToolLists() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> request.respondJson(
                        request.resultMessage("tools/list".equals(request.rpcMethod()) ? TOOL_LIST_RESULT : "{}")));
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.modernRequest(1, "tools/list", "");
            recordingConnection.next();
            recordingConnection.modernRequest(2, "tools/call", "\"name\":\"t\",\"arguments\":{\"region\":\"eu\"}");
            recordingConnection.next();
            assertThat(server.requests()).hasSize(2);
            assertThat(server.requests().getLast().header("Mcp-Param-Region")).isEqualTo("eu");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a':{'type':'string','x-mcp-header':''}",
                "'a':{'type':'string','x-mcp-header':7}",
                "'a':{'type':'string','x-mcp-header':'not a token'}",
                "'a':{'type':'string','x-mcp-header':'Région'}",
                "'a':{'type':'object','x-mcp-header':'A'}",
                "'a':{'type':'number','x-mcp-header':'A'}",
                "'a':{'type':'string','x-mcp-header':'A'},'b':{'type':'string','x-mcp-header':'a'}",
                "'a':{'type':'object','properties':{'b':{'type':'array','x-mcp-header':'A'}}}",
            })
    void removesToolsWithInvalidHeaderDeclarations(String properties) throws Exception {
        String validTool = "{\"name\":\"u\",\"inputSchema\":{\"type\":\"object\"}}";
        String listing = "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
                + properties.replace('\'', '"') + "}}}," + validTool + "],\"ttlMs\":1.50}";
        try (SimulatedHttpServer server =
                        new SimulatedHttpServer(request -> request.respondJson(request.resultMessage(listing)));
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.modernRequest(1, "tools/list", "");
            assertThat(recordingConnection.next())
                    .isEqualTo(
                            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[" + validTool + "],\"ttlMs\":1.50}}");
        }
    }

    @Test
    void fetchesTheToolListAndRetriesAfterAHeaderMismatch() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> {
                    if ("tools/list".equals(request.rpcMethod())) {
                        request.startEventStream()
                                .writeEvent(request.resultMessage(TOOL_LIST_RESULT.replace("\n", "")));
                    } else {
                        request.respond(
                                400,
                                "application/json",
                                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32020,\"message\":\"headers\"}}");
                    }
                });
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.modernRequest(1, "tools/call", "\"name\":\"t\"");
            assertThat(recordingConnection.next())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32020,\"message\":\"headers\"}}");
            assertThat(server.requests())
                    .extracting(ReceivedRequest::rpcMethod)
                    .containsExactly("tools/list", "tools/call", "tools/list", "tools/call");
        }
    }

    @Test
    void cancelsByClosingTheStream() throws Exception {
        CountDownLatch streamStarted = new CountDownLatch(1);
        CountDownLatch clientClosed = new CountDownLatch(1);
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> {
                    SimulatedHttpServer.EventWriter eventWriter = request.startEventStream();
                    streamStarted.countDown();
                    try {
                        while (true) {
                            eventWriter.writeRaw(": still there\n\n");
                            Thread.sleep(1);
                        }
                    } finally {
                        clientClosed.countDown();
                    }
                });
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.modernRequest(1, "subscriptions/listen", "");
            assertThat(streamStarted.await(20, TimeUnit.SECONDS)).isTrue();
            recordingConnection.send(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
            assertThat(clientClosed.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(server.requests()).hasSize(1);
            assertThat(recordingConnection.isSilent()).isTrue();
        }
    }

    @Test
    void doesNotResumeModernStreams() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(
                        request -> request.startEventStream().writeRaw("id: a-0\nretry: 100\ndata:\n\n"));
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.modernRequest(1, "prompts/get", "\"name\":\"p\"");
            assertThat(recordingConnection.failure()).hasMessageContaining("no answer");
            assertThat(server.requests("GET")).isEmpty();
        }
    }

    @Test
    void forwardsUnsupportedRevisionErrors() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> request.respond(
                        400,
                        "application/json",
                        "{\"jsonrpc\":\"2.0\",\"id\":" + request.id()
                                + ",\"error\":{\"code\":-32022,\"message\":\"v\"}}"));
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.modernRequest(1, "server/discover", "");
            assertThat(recordingConnection.next()).contains("-32022");
        }
    }

    @Test
    void recognizesModernRevisions() {
        assertThat(revision("2026-07-28")).isEqualTo("2026-07-28");
        assertThat(revision("2027-01-01")).isEqualTo("2027-01-01");
        assertThat(revision("2025-11-25")).isNull();
        assertThat(revision("zzzz")).isNull();
    }

    private static @Nullable String revision(String name) {
        Message message = Message.parse(Slice.of("{\"id\":1,\"method\":\"m\",\"params\":{\"_meta\":"
                + "{\"io.modelcontextprotocol/protocolVersion\":\"" + name + "\"}}}"));
        return message == null ? "" : ModernHeaders.revision(message);
    }
}
