package dev.plimsoll.gateway.era.modern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.era.RequestStateCipher;
import dev.plimsoll.gateway.era.TranslationFactory;
import dev.plimsoll.gateway.filter.FilterChain;
import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.shared.SharedConnection;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer.RecordingListener;
import dev.plimsoll.json.Slice;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Tests calls of a client of 2026-07-28 during which a legacy server requests input. The call's result contains the
 * input request, and the client's next request continues the call with the response.
 */
class ModernInputTest {

    private static final String CAPABILITIES = "{\"elicitation\":{\"form\":{},\"url\":{}},\"roots\":{}}";
    private static final String ELICIT =
            "\"elicitation/create\",\"params\":{\"message\":\"m\",\"elicitationId\":\"e\"}";

    private final SimulatedServer server = new SimulatedServer(false);
    private SharedConnection sharedConnection;

    @BeforeEach
    void open() throws Exception {
        Log log = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF);
        ClientAbilities clientAbilities = ClientAbilities.of(Slice.of(CAPABILITIES));
        sharedConnection = SharedConnection.open(server, null, clientAbilities, Duration.ofMinutes(1), log);
        server.nextReceived();
    }

    /**
     * A request of the client. Each request has its own translation, because requests of 2026-07-28 belong to
     * no session.
     */
    private final class Call {

        private final RecordingListener client = new RecordingListener();

        Call(String method, String params) throws Exception {
            Upstream translation = FilterChain.of(
                    sharedConnection.createUpstream(true),
                    List.of(TranslationFactory.createForModernClient(
                            sharedConnection.handshakeResult(),
                            new RequestStateCipher(List.of(new byte[32])),
                            "a",
                            sharedConnection.tasks())));
            translation.start(client);
            translation.send(TestMessages.message(
                    "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"" + method + "\",\"params\":{" + params
                            + ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                            + "\"io.modelcontextprotocol/clientCapabilities\":" + CAPABILITIES + "}}}"));
        }

        JsonNode result() throws Exception {
            JsonNode answer = client.next();
            assertThat(answer.get("id").asString()).isEqualTo("r");
            assertThat(answer.has("result")).as("%s", answer).isTrue();
            return answer.get("result");
        }

        int error() throws Exception {
            return client.next().at("/error/code").asInt();
        }
    }

    private Call call(String tool) throws Exception {
        return new Call("tools/call", "\"name\":\"" + tool + "\",\"arguments\":{\"x\":1}");
    }

    /**
     * Sends a call again with the input that its result requested.
     *
     * @param inputRequired the result of the call
     * @param response the client's response to the first input request
     */
    private Call resume(String tool, JsonNode inputRequired, String response) throws Exception {
        String key =
                inputRequired.get("inputRequests").propertyNames().iterator().next();
        return new Call(
                "tools/call",
                "\"name\":\"" + tool + "\",\"arguments\":{\"x\":1},\"requestState\":"
                        + inputRequired.get("requestState") + ",\"inputResponses\":{\"" + key + "\":" + response + "}");
    }

    private void sendInputRequest(String id, String methodAndParams) {
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":" + methodAndParams + "}");
    }

    @Test
    void resumesTheCallWithTheInput() throws Exception {
        Call first = call("a");
        JsonNode call = server.nextReceived();
        sendInputRequest("q", ELICIT);
        JsonNode result = first.result();
        assertThat(result.get("resultType").asString()).isEqualTo("input_required");
        assertThat(result.get("inputRequests").iterator().next().toString())
                .isEqualTo("{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\"}}");
        assertThat(result.get("requestState").asString().length()).isGreaterThan(24);
        Call second = resume("a", result, "{\"action\":\"accept\",\"content\":{\"d\":1}}");
        JsonNode answer = server.nextReceived();
        assertThat(answer.get("id").asString()).isEqualTo("q");
        assertThat(answer.get("result").toString()).isEqualTo("{\"action\":\"accept\",\"content\":{\"d\":1}}");
        server.sendResult(call, "{\"content\":[1]}");
        assertThat(second.result().toString()).isEqualTo("{\"resultType\":\"complete\",\"content\":[1]}");
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void returnsAResultThatArrivedWhileTheCallWasParked() throws Exception {
        Call first = call("a");
        JsonNode call = server.nextReceived();
        sendInputRequest("q", ELICIT);
        JsonNode result = first.result();
        server.sendResult(call, "{\"content\":[2]}");
        Call second = resume("a", result, "{\"action\":\"cancel\"}");
        assertThat(second.result().get("content").toString()).isEqualTo("[2]");
    }

    @Test
    void passesInputRequestsOfAParkedCallWhenItResumes() throws Exception {
        Call first = call("a");
        JsonNode call = server.nextReceived();
        sendInputRequest("q1", ELICIT);
        JsonNode result = first.result();
        sendInputRequest("q2", "\"roots/list\"");
        Call second = resume("a", result, "{\"action\":\"accept\"}");
        assertThat(server.nextReceived().get("id").asString()).isEqualTo("q1");
        JsonNode nextInputRequired = second.result();
        assertThat(nextInputRequired.get("inputRequests").iterator().next().toString())
                .isEqualTo("{\"method\":\"roots/list\"}");
        assertThat(nextInputRequired.get("requestState")).isNotEqualTo(result.get("requestState"));
        Call third = resume("a", nextInputRequired, "{\"roots\":[]}");
        assertThat(server.nextReceived().get("id").asString()).isEqualTo("q2");
        server.sendResult(call, "{\"content\":[3]}");
        assertThat(third.result().get("content").toString()).isEqualTo("[3]");
    }

    @Test
    void ignoresACallThatItsClientDoesNotResume() throws Exception {
        Call notResumed = call("b");
        server.nextReceived();
        sendInputRequest("q0", ELICIT);
        notResumed.result();
        Call first = call("a");
        server.nextReceived();
        sendInputRequest("q1", ELICIT);
        JsonNode result = first.result();
        sendInputRequest("q2", "\"roots/list\"");
        Call second = resume("a", result, "{\"action\":\"accept\"}");
        assertThat(server.nextReceived().get("id").asString()).isEqualTo("q1");
        assertThat(second.result().get("inputRequests").toString()).contains("roots/list");
    }

    @Test
    void repeatsAnInputRequestWithoutAResponse() throws Exception {
        Call first = call("a");
        server.nextReceived();
        sendInputRequest("q", ELICIT);
        JsonNode result = first.result();
        Call second = new Call(
                "tools/call", "\"name\":\"a\",\"arguments\":{\"x\":1},\"requestState\":" + result.get("requestState"));
        JsonNode nextInputRequired = second.result();
        assertThat(nextInputRequired
                        .get("inputRequests")
                        .iterator()
                        .next()
                        .get("method")
                        .asString())
                .isEqualTo("elicitation/create");
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void acceptsARequestStateOnceAndOnlyForItsTool() throws Exception {
        Call first = call("a");
        server.nextReceived();
        sendInputRequest("q", ELICIT);
        JsonNode result = first.result();
        assertThat(resume("b", result, "{\"action\":\"accept\"}").error()).isEqualTo(-32602);
        resume("a", result, "{\"action\":\"accept\"}");
        assertThat(server.nextReceived().get("id").asString()).isEqualTo("q");
        assertThat(resume("a", result, "{\"action\":\"accept\"}").error()).isEqualTo(-32602);
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void passesInputRequestsWithoutACallToTheNextCall() throws Exception {
        sendInputRequest("q", "\"roots/list\"");
        Call first = call("a");
        JsonNode call = server.nextReceived();
        JsonNode result = first.result();
        Call second = resume("a", result, "{\"roots\":[]}");
        assertThat(server.nextReceived().get("id").asString()).isEqualTo("q");
        server.sendResult(call, "{\"content\":[]}");
        assertThat(second.result().get("resultType").asString()).isEqualTo("complete");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"sampling/createMessage\",\"params\":{}", "\"tools/list\""})
    void refusesInputRequestsThatTheClientDoesNotSupport(String inputRequest) throws Exception {
        call("a");
        server.nextReceived();
        sendInputRequest("q", inputRequest);
        assertThat(server.nextReceived().at("/error/code").asInt()).isEqualTo(-32601);
    }

    @Test
    void forgetsACanceledInputRequest() throws Exception {
        Call first = call("a");
        JsonNode call = server.nextReceived();
        sendInputRequest("q", ELICIT);
        JsonNode result = first.result();
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"q\"}}");
        Call second = resume("a", result, "{\"action\":\"accept\"}");
        server.sendResult(call, "{\"content\":[]}");
        assertThat(second.result().get("resultType").asString()).isEqualTo("complete");
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void omitsTtlFromInputRequiredResults() throws Exception {
        Call first = new Call("resources/read", "\"uri\":\"file:///a\"");
        server.nextReceived();
        sendInputRequest("q", ELICIT);
        assertThat(first.result().has("ttlMs")).isFalse();
    }

    @Test
    void convertsUrlErrorsToInputRequests() throws Exception {
        Call first = call("a");
        JsonNode call = server.nextReceived();
        server.sendRaw(
                "{\"jsonrpc\":\"2.0\",\"id\":" + call.get("id") + ",\"error\":{\"code\":-32042,\"message\":\"go\","
                        + "\"data\":{\"elicitations\":[{\"mode\":\"url\",\"elicitationId\":\"e\",\"url\":\"https://a.example\","
                        + "\"message\":\"m\"}]}}}");
        JsonNode result = first.result();
        assertThat(result.get("resultType").asString()).isEqualTo("input_required");
        assertThat(result.get("inputRequests").iterator().next().at("/params").toString())
                .isEqualTo("{\"mode\":\"url\",\"url\":\"https://a.example\",\"message\":\"m\"}");
        new Call("tools/call", "\"name\":\"a\",\"inputResponses\":{\"visit0\":{\"action\":\"accept\"}}");
        assertThat(server.nextReceived().at("/params").toString()).isEqualTo("{\"name\":\"a\"}");
    }
}
