package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.http.PlayedServer.Asked;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests of 2026-07-28, which are described by their headers. */
class ModernHeadersTest {

    private static final String LISTED = """
            {"tools":[{"name":"t","inputSchema":{"type":"object","properties":{
              "region":{"type":"string","x-mcp-header":"Region"},
              "deep":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}},
              "dry":{"type":"boolean","x-mcp-header":"Dry"}}}}],
             "resultType":"complete","ttlMs":0,"cacheScope":"private"}""";

    @Test
    void repeatsPartsOfTheRequestInHeaders() throws Exception {
        try (PlayedServer server = new PlayedServer(request -> request.json(request.result("{}")));
                Connected connected = new Connected(server.url())) {
            connected.modern(1, "resources/read", "\"uri\":\"file:///ä\"");
            connected.next();
            connected.modern(2, "prompts/get", "\"name\":\" p\"");
            connected.next();
            connected.modern(3, "tasks/get", "\"taskId\":\"t-1\"");
            connected.next();
            List<Asked> asked = server.asked();
            assertThat(asked).allSatisfy(request -> {
                assertThat(request.method()).isEqualTo("POST");
                assertThat(request.header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
                assertThat(request.header("Mcp-Method")).isEqualTo(request.rpcMethod());
                assertThat(request.header("Mcp-Session-Id")).isNull();
            });
            assertThat(asked)
                    .extracting(request -> request.header("Mcp-Name"))
                    .containsExactly("=?base64?ZmlsZTovLy/DpA==?=", "=?base64?IHA=?=", "t-1");
        }
    }

    @Test
    void fetchesTheToolListBeforeTheFirstCall() throws Exception {
        try (PlayedServer server = new PlayedServer(
                        request -> request.json(request.result("tools/list".equals(request.rpcMethod()) ? LISTED : "{}")));
                Connected connected = new Connected(server.url())) {
            connected.modern(
                    1,
                    "tools/call",
                    "\"name\":\"t\",\"arguments\":{\"region\":\"é\",\"deep\":{\"n\":-12},\"dry\":false}");
            assertThat(connected.next()).contains("\"id\":1");
            connected.modern(2, "tools/call", "\"name\":\"t\",\"arguments\":{\"region\":null}");
            assertThat(connected.next()).contains("\"id\":2");
            assertThat(server.asked())
                    .extracting(Asked::rpcMethod)
                    .containsExactly("tools/list", "tools/call", "tools/call");
            Asked call = server.asked().get(1);
            assertThat(call.header("Mcp-Name")).isEqualTo("t");
            assertThat(call.header("Mcp-Param-Region")).isEqualTo("=?base64?w6k=?=");
            assertThat(call.header("Mcp-Param-N")).isEqualTo("-12");
            assertThat(call.header("Mcp-Param-Dry")).isEqualTo("false");
            assertThat(server.asked().get(2).header("Mcp-Param-Region")).isNull();
        }
    }

    @Test
    void readsDeclarationsFromForwardedToolLists() throws Exception {
        try (PlayedServer server = new PlayedServer(
                        request -> request.json(request.result("tools/list".equals(request.rpcMethod()) ? LISTED : "{}")));
                Connected connected = new Connected(server.url())) {
            connected.modern(1, "tools/list", "");
            connected.next();
            connected.modern(2, "tools/call", "\"name\":\"t\",\"arguments\":{\"region\":\"eu\"}");
            connected.next();
            assertThat(server.asked()).hasSize(2);
            assertThat(server.asked().getLast().header("Mcp-Param-Region")).isEqualTo("eu");
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
        String other = "{\"name\":\"u\",\"inputSchema\":{\"type\":\"object\"}}";
        String listing = "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
                + properties.replace('\'', '"') + "}}}," + other + "],\"ttlMs\":1.50}";
        try (PlayedServer server = new PlayedServer(request -> request.json(request.result(listing)));
                Connected connected = new Connected(server.url())) {
            connected.modern(1, "tools/list", "");
            assertThat(connected.next())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[" + other + "],\"ttlMs\":1.50}}");
        }
    }

    @Test
    void fetchesTheToolListAndRetriesAfterAHeaderMismatch() throws Exception {
        try (PlayedServer server = new PlayedServer(request -> {
                    if ("tools/list".equals(request.rpcMethod())) {
                        request.events().say(request.result(LISTED.replace("\n", "")));
                    } else {
                        request.answer(
                                400,
                                "application/json",
                                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32020,\"message\":\"headers\"}}");
                    }
                });
                Connected connected = new Connected(server.url())) {
            connected.modern(1, "tools/call", "\"name\":\"t\"");
            assertThat(connected.next())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32020,\"message\":\"headers\"}}");
            assertThat(server.asked())
                    .extracting(Asked::rpcMethod)
                    .containsExactly("tools/list", "tools/call", "tools/list", "tools/call");
        }
    }

    @Test
    void cancelsByClosingTheStream() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        try (PlayedServer server = new PlayedServer(request -> {
                    PlayedServer.Events events = request.events();
                    begun.countDown();
                    try {
                        while (true) {
                            events.raw(": still there\n\n");
                            Thread.sleep(1);
                        }
                    } finally {
                        gone.countDown();
                    }
                });
                Connected connected = new Connected(server.url())) {
            connected.modern(1, "subscriptions/listen", "");
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            connected.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
            assertThat(gone.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(server.asked()).hasSize(1);
            assertThat(connected.isSilent()).isTrue();
        }
    }

    @Test
    void doesNotResumeModernStreams() throws Exception {
        try (PlayedServer server = new PlayedServer(request -> request.events().raw("id: a-0\nretry: 100\ndata:\n\n"));
                Connected connected = new Connected(server.url())) {
            connected.modern(1, "prompts/get", "\"name\":\"p\"");
            assertThat(connected.failure()).hasMessageContaining("no answer");
            assertThat(server.asked("GET")).isEmpty();
        }
    }

    @Test
    void forwardsUnsupportedRevisionErrors() throws Exception {
        try (PlayedServer server = new PlayedServer(request -> request.answer(
                        400,
                        "application/json",
                        "{\"jsonrpc\":\"2.0\",\"id\":" + request.id()
                                + ",\"error\":{\"code\":-32022,\"message\":\"v\"}}"));
                Connected connected = new Connected(server.url())) {
            connected.modern(1, "server/discover", "");
            assertThat(connected.next()).contains("-32022");
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
        Message message = Message.of(Slice.of("{\"id\":1,\"method\":\"m\",\"params\":{\"_meta\":"
                + "{\"io.modelcontextprotocol/protocolVersion\":\"" + name + "\"}}}"));
        return message == null ? "" : ModernHeaders.revision(message);
    }
}
