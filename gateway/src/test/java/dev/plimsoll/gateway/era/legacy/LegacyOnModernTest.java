package dev.plimsoll.gateway.era.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.era.TranslationFactory;
import dev.plimsoll.gateway.filter.FilterChain;
import dev.plimsoll.gateway.fixture.SimulatedModernServer;
import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.shared.HandshakeResult;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer.RecordingListener;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tests the translation between a legacy client and a server of 2026-07-28. */
class LegacyOnModernTest {

    private static final String DISCOVER_RESULT = "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
            + "\"capabilities\":{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true},\"logging\":{},"
            + "\"tasks\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{},\"com.example/x\":{}}},"
            + "\"instructions\":\"Ask.\",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":"
            + "{\"name\":\"simulated\",\"version\":\"7\"}}}";
    private static final String META_POINTER = "/params/_meta";

    private final SimulatedModernServer server = new SimulatedModernServer();
    private final RecordingListener client = new RecordingListener();
    private final Upstream translation = FilterChain.of(
            server,
            List.of(TranslationFactory.createForLegacyClient(new HandshakeResult(true, Slice.of(DISCOVER_RESULT)))));

    @BeforeEach
    void startTranslation() {
        translation.start(client);
    }

    private JsonNode initialize(String revision) throws Exception {
        request(
                0,
                "initialize",
                "\"protocolVersion\":\"" + revision
                        + "\",\"capabilities\":{\"tasks\":{},\"roots\":{\"listChanged\":true}},"
                        + "\"clientInfo\":{\"name\":\"a\",\"version\":\"1\"}");
        return client.next().get("result");
    }

    private void request(int id, String method, String params) throws Exception {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + params + "}}");
    }

    private void send(String message) throws Exception {
        translation.send(TestMessages.message(message));
    }

    private static String metaValue(JsonNode request, String name) {
        return String.valueOf(request.at(META_POINTER).get("io.modelcontextprotocol/" + name));
    }

    @ParameterizedTest
    @CsvSource({
        "2024-11-05, 2024-11-05",
        "2025-03-26, 2025-03-26",
        "2025-11-25, 2025-11-25",
        "2026-07-28, 2025-11-25",
        "tomorrow, 2025-11-25"
    })
    void answersInitializeFromTheDiscoverResult(String requested, String agreed) throws Exception {
        JsonNode result = initialize(requested);
        assertThat(result.get("protocolVersion").asString()).isEqualTo(agreed);
        assertThat(result.get("serverInfo").toString()).isEqualTo("{\"name\":\"simulated\",\"version\":\"7\"}");
        assertThat(result.get("instructions").asString()).isEqualTo("Ask.");
        assertThat(result.at("/capabilities/tools/listChanged").asBoolean()).isTrue();
        assertThat(result.at("/capabilities/extensions").toString()).isEqualTo("{\"com.example/x\":{}}");
        assertThat(result.at("/capabilities/tasks").isMissingNode()).isEqualTo(!agreed.equals("2025-11-25"));
        assertThat(result.size()).isEqualTo(4);
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void addsClientMetadataToEachRequest() throws Exception {
        initialize("2025-06-18");
        request(1, "tools/call", "\"name\":\"a\",\"task\":{\"ttl\":1},\"_meta\":{\"progressToken\":\"p\",\"x\":1.50}");
        JsonNode received = server.nextReceived();
        assertThat(metaValue(received, "protocolVersion")).isEqualTo("\"2026-07-28\"");
        assertThat(metaValue(received, "clientCapabilities")).isEqualTo("{\"roots\":{}}");
        assertThat(metaValue(received, "clientInfo")).isEqualTo("{\"name\":\"a\",\"version\":\"1\"}");
        assertThat(metaValue(received, "logLevel")).isEqualTo("null");
        assertThat(received.at(META_POINTER).get("progressToken").asString()).isEqualTo("p");
        assertThat(received.at("/params/task").isMissingNode()).isTrue();
        assertThat(received.get("id").asInt()).isEqualTo(1);
    }

    @Test
    void addsTheLogLevelToRequestsAfterItIsSet() throws Exception {
        initialize("2025-06-18");
        request(1, "logging/setLevel", "\"level\":\"loud\"");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
        request(2, "logging/setLevel", "\"level\":\"warning\"");
        assertThat(client.next().get("result").isEmpty()).isTrue();
        request(3, "tools/list", "");
        assertThat(metaValue(server.nextReceived(), "logLevel")).isEqualTo("\"warning\"");
    }

    @Test
    void answersPingWithoutTheServer() throws Exception {
        request(4, "ping", "");
        assertThat(client.nextText()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}");
    }

    @Test
    void removesModernMembersFromResults() throws Exception {
        initialize("2025-11-25");
        request(1, "resources/read", "\"uri\":\"a\"");
        server.sendResult(
                server.nextReceived(),
                "{\"resultType\":\"complete\",\"ttlMs\":5,\"contents\":[ 1.50,1e400 ],\"cacheScope\":\"public\","
                        + "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{},\"x\":1.0}}");
        assertThat(client.nextText())
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"contents\":[ 1.50,1e400 ],\"_meta\":{\"x\":1.0}}}");
    }

    @ParameterizedTest
    @CsvSource({
        "resources/read, -32602, {\"uri\":\"a\"}, -32002",
        "resources/read, -32602, {}, -32602",
        "tools/call, -32602, {\"uri\":\"a\"}, -32602",
        "tools/call, -32020, {}, -32603",
        "tools/call, -32021, {}, -32602",
        "tools/call, -32022, {}, -32602",
        "tools/call, -32000, {}, -32000"
    })
    void translatesModernErrorCodes(String method, int serverCode, String data, int clientCode) throws Exception {
        request(1, method, "");
        server.sendError(server.nextReceived(), serverCode, data);
        JsonNode error = client.next().get("error");
        assertThat(error.get("code").asInt()).isEqualTo(clientCode);
        assertThat(error.get("data").toString()).isEqualTo(data);
    }

    @Test
    void removesSchemasAndContentThatAreNotObjects() throws Exception {
        initialize("2025-06-18");
        request(1, "tools/list", "");
        server.sendResult(
                server.nextReceived(),
                "{\"tools\":[{\"name\":\"a\",\"outputSchema\":{\"type\":\"array\"}},"
                        + " {\"name\":\"b\",\"outputSchema\":{\"type\":\"object\"}}]}");
        assertThat(client.next().at("/result/tools").toString())
                .isEqualTo("[{\"name\":\"a\"},{\"name\":\"b\",\"outputSchema\":{\"type\":\"object\"}}]");
        request(2, "tools/call", "\"name\":\"a\"");
        server.sendResult(server.nextReceived(), "{\"content\":[],\"structuredContent\":[1.50]}");
        assertThat(client.next().get("result").toString())
                .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"[1.50]\"}]}");
    }

    @ParameterizedTest
    @CsvSource({"2024-11-05, text, resource", "2025-03-26, text, audio", "2025-06-18, resource_link, audio"})
    void translatesContentBlocksForTheRevision(String revision, String link, String audio) throws Exception {
        initialize(revision);
        request(1, "tools/call", "\"name\":\"a\"");
        server.sendResult(
                server.nextReceived(),
                "{\"content\":[{\"type\":\"resource_link\",\"uri\":\"file:///a\",\"name\":\"n\"},"
                        + "{\"type\":\"audio\",\"data\":\"AAAA\",\"mimeType\":\"audio/wav\"}]}");
        String content = client.next().at("/result/content").toString();
        assertThat(content)
                .contains("\"type\":\"" + link + "\"", "\"type\":\"" + audio + "\"", "AAAA", "audio/wav", "file:///a");
    }

    @Test
    void refusesUnknownResultTypes() throws Exception {
        request(1, "tools/call", "\"name\":\"a\"");
        server.sendResult(server.nextReceived(), "{\"resultType\":\"task\",\"taskId\":\"t\"}");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32603);
    }

    @Test
    void forwardsCancellation() throws Exception {
        request(1, "tools/call", "\"name\":\"a\"");
        server.nextReceived();
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
        JsonNode cancellation = server.nextReceived();
        assertThat(cancellation.get("method").asString()).isEqualTo("notifications/cancelled");
        assertThat(cancellation.at("/params/requestId").asInt()).isEqualTo(1);
    }

    @Test
    void refusesRequestsOfTheServer() throws Exception {
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"roots/list\"}");
        JsonNode answer = server.nextReceived();
        assertThat(answer.get("id").asInt()).isEqualTo(9);
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32601);
        assertThat(client.hasReceivedNothing()).isTrue();
    }
}
