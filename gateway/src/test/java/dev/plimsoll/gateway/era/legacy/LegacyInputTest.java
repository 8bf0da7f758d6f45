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

/** Tests that a legacy client gets the input requests of a server of 2026-07-28 as requests. */
class LegacyInputTest {

    private static final String ELICIT = "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\"}}";
    private static final String ROOTS = "{\"method\":\"roots/list\"}";

    private final SimulatedModernServer server = new SimulatedModernServer();
    private final RecordingListener client = new RecordingListener();
    private Upstream translation;

    @BeforeEach
    void open() throws Exception {
        translation = FilterChain.of(
                server,
                List.of(TranslationFactory.createForLegacyClient(
                        new HandshakeResult(true, Slice.of("{\"capabilities\":{\"tools\":{}}}")))));
        translation.start(client);
        initialize("\"elicitation\":{},\"roots\":{}");
    }

    private void initialize(String capabilities) throws Exception {
        send("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                + "\"capabilities\":{" + capabilities + "}}}");
        client.next();
    }

    private void send(String message) throws Exception {
        translation.send(TestMessages.message(message));
    }

    private JsonNode callTool() throws Exception {
        send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\","
                + "\"arguments\":{\"x\":15},\"_meta\":{\"progressToken\":7}}}");
        return server.nextReceived();
    }

    private void requestInput(JsonNode call, String requests, String state) {
        server.sendResult(
                call,
                "{\"resultType\":\"input_required\",\"inputRequests\":{" + requests + "}"
                        + (state.isEmpty() ? "" : ",\"requestState\":\"" + state + "\"") + "}");
    }

    private void answerInputRequest(JsonNode inputRequest, String member) throws Exception {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + inputRequest.get("id") + "," + member + "}");
    }

    @Test
    void repeatsTheCallWithTheInput() throws Exception {
        JsonNode call = callTool();
        requestInput(call, "\"e\":" + ELICIT + ",\"r\":" + ROOTS, "s \\u00e4");
        JsonNode elicitation = client.next();
        JsonNode roots = client.next();
        assertThat(elicitation.get("method").asString()).isEqualTo("elicitation/create");
        assertThat(elicitation.get("params").toString()).isEqualTo("{\"message\":\"m\"}");
        answerInputRequest(roots, "\"result\":{\"roots\":[]}");
        assertThat(server.hasReceivedNothing()).isTrue();
        answerInputRequest(elicitation, "\"result\":{\"action\":\"accept\",\"content\":{\"d\":25}}");
        JsonNode repeatedCall = server.nextReceived();
        assertThat(repeatedCall.get("id")).isNotEqualTo(call.get("id"));
        assertThat(repeatedCall.at("/params/arguments/x").toString()).isEqualTo("15");
        assertThat(repeatedCall.at("/params/_meta/progressToken").asInt()).isEqualTo(7);
        assertThat(repeatedCall.at("/params/requestState").asString()).isEqualTo("s ä");
        assertThat(repeatedCall.at("/params/inputResponses/e").toString())
                .isEqualTo("{\"action\":\"accept\",\"content\":{\"d\":25}}");
        assertThat(repeatedCall.at("/params/inputResponses/r").toString()).isEqualTo("{\"roots\":[]}");
        server.sendResult(repeatedCall, "{\"resultType\":\"complete\",\"content\":[]}");
        assertThat(client.nextText()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}");
    }

    @Test
    void messagesBelongToTheCallOfTheClientInAllRounds() throws Exception {
        String log = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":1}}";
        JsonNode call = callTool();
        server.sendDuring(call, log);
        client.next();
        assertThat(client.lastRelatedId()).isEqualTo("1");
        requestInput(call, "\"e\":" + ELICIT + ",\"r\":" + ROOTS, "s");
        client.next();
        assertThat(client.lastRelatedId()).isEqualTo("1");
        JsonNode roots = client.next();
        answerInputRequest(roots, "\"error\":{\"code\":-1,\"message\":\"no\"}");
        assertThat(client.nextText()).contains("notifications/cancelled");
        assertThat(client.lastRelatedId()).isEqualTo("1");
        client.next();
        JsonNode nextCall = callTool();
        requestInput(nextCall, "\"r\":" + ROOTS, "s");
        answerInputRequest(client.next(), "\"result\":{\"roots\":[]}");
        JsonNode repeatedCall = server.nextReceived();
        assertThat(repeatedCall.get("id")).isNotEqualTo(nextCall.get("id"));
        server.sendDuring(repeatedCall, log);
        client.next();
        assertThat(client.lastRelatedId()).isEqualTo("1");
        // the first round has ended, so its id is not passed on
        server.sendDuring(nextCall, log);
        client.next();
        assertThat(client.lastRelatedId()).isEmpty();
    }

    @Test
    void acceptsSeveralRoundsOfInput() throws Exception {
        JsonNode call = callTool();
        for (int round = 0; round < 3; round++) {
            requestInput(call, "\"e\":" + ELICIT, "s" + round);
            answerInputRequest(client.next(), "\"result\":{\"action\":\"decline\"}");
            call = server.nextReceived();
            assertThat(call.at("/params/requestState").asString()).isEqualTo("s" + round);
        }
        server.sendResult(call, "{\"content\":[]}");
        assertThat(client.next().get("id").asInt()).isEqualTo(1);
    }

    @Test
    void limitsTheRoundsOfInput() throws Exception {
        JsonNode call = callTool();
        for (int round = 0; round < 20; round++) {
            requestInput(call, "\"r\":" + ROOTS, "");
            answerInputRequest(client.next(), "\"result\":{\"roots\":[]}");
            call = server.nextReceived();
        }
        requestInput(call, "\"r\":" + ROOTS, "");
        assertThat(client.nextText()).contains("\"id\":1", "more than 20 times");
    }

    @Test
    void repeatsTheCallIfTheServerRequestsNoInput() throws Exception {
        JsonNode call = callTool();
        requestInput(call, "", "later");
        JsonNode repeatedCall = server.nextReceived();
        assertThat(repeatedCall.at("/params/requestState").asString()).isEqualTo("later");
        assertThat(repeatedCall.at("/params/inputResponses").isMissingNode()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"roots\":{}                   | {\"method\":\"elicitation/create\",\"params\":{}}             | false",
                "\"elicitation\":{\"url\":{}}   | {\"method\":\"elicitation/create\",\"params\":{}}             | false",
                "\"elicitation\":{}             | {\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\"}} | false",
                "\"elicitation\":{\"url\":{}}   | {\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\"}} | true",
                "\"sampling\":{}                | {\"method\":\"sampling/createMessage\",\"params\":{\"tools\":[]}} | false",
                "\"sampling\":{\"tools\":{}}    | {\"method\":\"sampling/createMessage\",\"params\":{\"tools\":[]}} | true",
                "\"sampling\":{}                | {\"method\":\"sampling/createMessage\",\"params\":{}}         | true",
                "\"sampling\":{}                | {\"method\":\"roots/list\"}                                   | false",
                "\"sampling\":{}                | {\"method\":\"tools/list\"}                                   | false"
            })
    void passesOnlyInputRequestsThatTheClientSupports(String declared, String inputRequest, boolean isPassed)
            throws Exception {
        initialize(declared);
        requestInput(callTool(), "\"q\":" + inputRequest, "s");
        JsonNode received = client.next();
        assertThat(received.has("method")).isEqualTo(isPassed);
        assertThat(received.has("error")).isEqualTo(!isPassed);
    }

    @Test
    void addsElicitationIdForClientsOf20251125() throws Exception {
        initialize("\"elicitation\":{\"url\":{}}");
        requestInput(
                callTool(),
                "\"q\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",\"url\":\"u\"}}",
                "s");
        assertThat(client.next().at("/params/elicitationId").asString()).isNotEmpty();
    }

    @Test
    void failsTheCallIfTheClientRespondsWithAnError() throws Exception {
        requestInput(callTool(), "\"e\":" + ELICIT + ",\"r\":" + ROOTS, "s");
        JsonNode elicitation = client.next();
        JsonNode roots = client.next();
        answerInputRequest(elicitation, "\"error\":{\"code\":-1,\"message\":\"no\"}");
        JsonNode cancellation = client.next();
        assertThat(cancellation.get("method").asString()).isEqualTo("notifications/cancelled");
        assertThat(cancellation.at("/params/requestId")).isEqualTo(roots.get("id"));
        assertThat(client.nextText()).contains("\"id\":1", "elicitation/create with an error");
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void cancelsInputRequestsOfACanceledCall() throws Exception {
        requestInput(callTool(), "\"e\":" + ELICIT, "s");
        JsonNode elicitation = client.next();
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
        assertThat(client.next().at("/params/requestId")).isEqualTo(elicitation.get("id"));
        answerInputRequest(elicitation, "\"result\":{\"action\":\"accept\"}");
        assertThat(server.hasReceivedNothing()).isTrue();
    }
}
