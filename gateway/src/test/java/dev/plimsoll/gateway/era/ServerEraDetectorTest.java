package dev.plimsoll.gateway.era;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.SimulatedModernServer;
import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer.RecordingListener;
import dev.plimsoll.model.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Tests how the gateway finds out the era of a server when a client sends {@code initialize}. */
class ServerEraDetectorTest {

    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"roots\":{}}}}";
    private static final String INITIALIZE_RESULT = "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}";

    private final SimulatedModernServer server = new SimulatedModernServer();
    private final KnownEra knownEra = new KnownEra();
    private RecordingListener client = new RecordingListener();
    private Upstream detector = createDetector();

    private Upstream createDetector() {
        Upstream connection = TranslationFactory.createDetectingServer(server, knownEra, ServerRestart.NEVER);
        connection.start(client);
        return connection;
    }

    private void sendRaw(String message) throws Exception {
        detector.send(TestMessages.message(message));
    }

    @Test
    void translatesForAServerThatRefusesInitialize() throws Exception {
        sendRaw(INITIALIZE);
        JsonNode initializeAnswer = client.next();
        assertThat(initializeAnswer.get("id").asString()).isEqualTo("i");
        assertThat(initializeAnswer.at("/result/serverInfo/name").asString()).isEqualTo("simulated");
        sendRaw("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
        JsonNode received = server.nextReceived();
        assertThat(received.at("/params/_meta").toString()).contains("2026-07-28", "\"roots\":{}");
        server.sendResult(received, "{\"resultType\":\"complete\",\"tools\":[]}");
        assertThat(client.nextText()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}");
    }

    @Test
    void startsWithTheMethodThatWorkedBefore() throws Exception {
        sendRaw(INITIALIZE);
        client.next();
        server.handlesHandshake = false;
        client = new RecordingListener();
        detector = createDetector();
        sendRaw(INITIALIZE);
        assertThat(server.nextReceived().get("method").asString()).isEqualTo("server/discover");
    }

    @Test
    void detectsThatTheKnownEraIsWrong() throws Exception {
        knownEra.setModern(true);
        server.handlesHandshake = false;
        sendRaw(INITIALIZE);
        server.sendError(server.nextReceived(), -32601, "{}");
        JsonNode initialize = server.nextReceived();
        assertThat(initialize.get("method").asString()).isEqualTo("initialize");
        server.sendResult(initialize, INITIALIZE_RESULT);
        assertThat(client.next().get("result").toString()).isEqualTo(INITIALIZE_RESULT);
        assertThat(knownEra.isModern()).isFalse();
    }

    @Test
    void forwardsMessagesOfALegacyServerUnchanged() throws Exception {
        server.handlesHandshake = false;
        sendRaw(INITIALIZE);
        server.sendResult(server.nextReceived(), INITIALIZE_RESULT);
        assertThat(client.next().get("result").toString()).isEqualTo(INITIALIZE_RESULT);
        sendRaw("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
        assertThat(server.nextReceived().toString()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    }

    @Test
    void reportsTheFirstErrorIfBothMethodsFail() throws Exception {
        server.handlesHandshake = false;
        sendRaw(INITIALIZE);
        server.sendError(server.nextReceived(), -32000, "{\"first\":1}");
        server.sendError(server.nextReceived(), -32601, "{}");
        assertThat(client.next().at("/error/data/first").asInt()).isEqualTo(1);
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"UPSTREAM_TIMEOUT", "CREDENTIAL_NOT_FOUND", "UPSTREAM_UNAVAILABLE"})
    void triesDiscoverOnlyIfTheServerIsUnavailable(ErrorCode errorCode) throws Exception {
        server.handlesHandshake = false;
        sendRaw(INITIALIZE);
        server.failRequest(server.nextReceived(), errorCode);
        if (errorCode == ErrorCode.UPSTREAM_UNAVAILABLE) {
            JsonNode discoverRequest = server.nextReceived();
            assertThat(discoverRequest.get("method").asString()).isEqualTo("server/discover");
            server.failRequest(discoverRequest, ErrorCode.UPSTREAM_TIMEOUT);
        }
        assertThat(client.nextText()).contains(errorCode.name());
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void forwardsModernRequestsUnchanged() throws Exception {
        String request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":"
                + "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}";
        sendRaw(request);
        JsonNode received = server.nextReceived();
        assertThat(received.toString()).isEqualTo(request);
        server.sendResult(received, "{\"resultType\":\"complete\"}");
        assertThat(client.next().at("/result/resultType").asString()).isEqualTo("complete");
    }
}
