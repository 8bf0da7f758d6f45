package dev.plimsoll.gateway.proxy.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.proxy.RelayFixture;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Tests {@code style: guide} with {@code elicit: true}: which clients get an elicitation, and the answer after each response.
 */
class OpenElicitationsTest {

    private static final Policy ELICITING = Policy.defaults()
            .with(Policy.STYLE, StyleId.of("guide"))
            .with(Policy.ELICIT, true)
            .with(Policy.ELICIT_TIMEOUT, Duration.ofMinutes(10));
    private static final String FORM_ELICITATION = "{\"elicitation\":{}}";
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":";

    private static String tickets(int count) {
        String list = IntStream.range(0, count)
                .mapToObj(i -> "{\"id\":" + i + ",\"status\":\"" + (i % 3 == 0 ? "open" : "closed") + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        return "{\"content\":[{\"type\":\"text\",\"text\":" + RelayFixture.JSON.writeValueAsString(list) + "}]}";
    }

    private static RelayFixture open(String revision, String capabilities) throws Exception {
        return open(ELICITING, revision, capabilities);
    }

    private static RelayFixture open(Policy policy, String revision, String capabilities) throws Exception {
        RelayFixture relay = new RelayFixture(Policies.of(policy));
        relay.exchange(
                0,
                "initialize",
                "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":" + capabilities + "}",
                "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":{\"tools\":{}}}");
        return relay;
    }

    /** Calls a tool with too many tickets, and returns the input request for the client. */
    private static JsonNode awaitElicitation(RelayFixture relay, int id) throws Exception {
        relay.request(id, "tools/call", "{\"name\":\"t\"}").nextAtServer();
        JsonNode elicitation =
                RelayFixture.JSON.readTree(relay.result(id, tickets(300)).nextAtClient());
        assertThat(elicitation.path("method").asString()).isEqualTo("elicitation/create");
        return elicitation;
    }

    private static RelayFixture respond(RelayFixture relay, JsonNode elicitation, String outcome) throws Exception {
        return relay.fromClient("{\"jsonrpc\":\"2.0\",\"id\":" + elicitation.get("id") + "," + outcome + "}");
    }

    private static JsonNode parseAnswer(JsonNode result) {
        return RelayFixture.JSON.readTree(RelayFixture.text(result));
    }

    private static void assertOriginalAnswer(JsonNode message, int id) {
        assertThat(message.path("id").asInt()).isEqualTo(id);
        JsonNode originalAnswer = parseAnswer(message.get("result"));
        assertThat(originalAnswer.path("type").asString()).isEqualTo("elicitation");
        assertThat(originalAnswer.path("nextCursor").asString()).hasSize(48);
    }

    private static JsonNode nextMessage(RelayFixture relay) throws Exception {
        return RelayFixture.JSON.readTree(relay.nextAtClient());
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-06-18", "2025-11-25"})
    void narrowsTheAnswerAsTheUserChooses(String revision) throws Exception {
        try (RelayFixture relay = open(revision, FORM_ELICITATION)) {
            JsonNode elicitation = awaitElicitation(relay, 1);
            assertThat(elicitation.get("id").asString()).startsWith("plimsoll-");
            assertThat(relay.relatedIdsAtClient()).containsExactly("1");
            assertThat(elicitation.get("params").propertyNames()).containsExactly("message", "requestedSchema");
            assertThat(elicitation.at("/params/message").asString()).startsWith("t gives 300 items");
            assertThat(elicitation.at("/params/requestedSchema/properties").propertyNames())
                    .containsExactly("search", "status", "limit", "show");
            respond(
                    relay,
                    elicitation,
                    "\"result\":{\"action\":\"accept\",\"content\":{\"status\":\"open\",\"limit\":5}}");
            JsonNode answer = nextMessage(relay);
            assertThat(answer.get("id").asInt()).isEqualTo(1);
            JsonNode narrowedAnswer = parseAnswer(answer.get("result"));
            assertThat(narrowedAnswer.get("notice").asString())
                    .startsWith("The user wants only those with status = open. Results 1-5 of 100");
            assertThat(narrowedAnswer.get("results")).hasSize(5);
            String cursor = narrowedAnswer.get("nextCursor").asString();
            relay.request(
                    2, "tools/call", "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}");
            assertThat(parseAnswer(relay.nextResult()).at("/results/0/id").asInt())
                    .isEqualTo(15);
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"result\":{\"action\":\"decline\"}",
                "\"result\":{\"action\":\"cancel\"}",
                "\"result\":{\"action\":\"accept\",\"content\":{\"status\":\"lost\"}}",
                "\"result\":{\"action\":\"accept\",\"content\":\"garbage\"}",
                "\"result\":{}",
                "\"result\":[\"accept\"]",
                "\"result\":null",
                "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}",
                "\"odd\":1"
            })
    void givesTheOriginalAnswerUnlessTheUserAccepts(String outcome) throws Exception {
        try (RelayFixture relay = open("2025-11-25", FORM_ELICITATION)) {
            JsonNode elicitation = awaitElicitation(relay, 1);
            respond(relay, elicitation, outcome);
            assertOriginalAnswer(nextMessage(relay), 1);
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2025-11-25 {}",
                "2025-11-25 {\"elicitation\":{\"url\":{}}}",
                "2025-11-25 {\"elicitation\":true}",
                "2025-11-25 {\"sampling\":{}}",
                "2025-03-26 {\"elicitation\":{}}"
            })
    void asksOnlyClientsThatDeclareForms(String client) throws Exception {
        int space = client.indexOf(' ');
        try (RelayFixture relay = open(client.substring(0, space), client.substring(space + 1))) {
            relay.request(1, "tools/call", "{\"name\":\"t\"}").nextAtServer();
            assertOriginalAnswer(
                    RelayFixture.JSON.readTree(relay.result(1, tickets(300)).nextAtClient()), 1);
        }
    }

    @Test
    void asksOnlyIfThePolicyAllowsIt() throws Exception {
        try (RelayFixture relay = open(ELICITING.with(Policy.ELICIT, false), "2025-11-25", FORM_ELICITATION)) {
            relay.request(1, "tools/call", "{\"name\":\"t\"}").nextAtServer();
            relay.result(1, tickets(300));
            assertThat(parseAnswer(relay.nextResult()).path("needsRefinement").asBoolean())
                    .isTrue();
        }
    }

    @Test
    void doesNotAskForFewItems() throws Exception {
        try (RelayFixture relay = open("2025-11-25", FORM_ELICITATION)) {
            relay.request(1, "tools/call", "{\"name\":\"t\"}").nextAtServer();
            relay.result(1, tickets(50));
            assertThat(parseAnswer(relay.nextResult()).path("data")).hasSize(25);
        }
    }

    @Test
    void handlesOtherMessagesWhileAnElicitationIsOpen() throws Exception {
        try (RelayFixture relay = open("2025-11-25", "{\"elicitation\":{\"form\":{}}}")) {
            JsonNode elicitation = awaitElicitation(relay, 1);
            assertThat(relay.exchange(2, "tools/call", "{\"name\":\"u\"}", tickets(3))
                            .path("content"))
                    .hasSize(1);
            String serverRequest = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"elicitation/create\",\"params\":{}}";
            assertThat(relay.fromServer(serverRequest).nextAtClient()).isEqualTo(serverRequest);
            String response = "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"action\":\"accept\",\"content\":{}}}";
            assertThat(relay.fromClient(response).nextAtServer()).isEqualTo(response);
            JsonNode second = awaitElicitation(relay, 3);
            respond(relay, second, "\"result\":{\"action\":\"accept\",\"content\":{\"limit\":2}}");
            JsonNode page = nextMessage(relay);
            assertThat(page.get("id").asInt()).isEqualTo(3);
            assertThat(parseAnswer(page.get("result")).path("data")).hasSize(2);
            respond(relay, elicitation, "\"result\":{\"action\":\"decline\"}");
            assertOriginalAnswer(nextMessage(relay), 1);
        }
    }

    @Test
    void givesTheOriginalAnswerAfterATimeout() throws Exception {
        try (RelayFixture relay =
                open(ELICITING.with(Policy.ELICIT_TIMEOUT, Duration.ofSeconds(1)), "2025-11-25", FORM_ELICITATION)) {
            JsonNode elicitation = awaitElicitation(relay, 1);
            JsonNode cancellation = nextMessage(relay);
            assertThat(cancellation.path("method").asString()).isEqualTo("notifications/cancelled");
            assertThat(cancellation.at("/params/requestId")).isEqualTo(elicitation.get("id"));
            assertOriginalAnswer(nextMessage(relay), 1);
            respond(relay, elicitation, "\"result\":{\"action\":\"accept\",\"content\":{}}");
            relay.request(2, "ping", "{}");
            assertThat(relay.nextAtServer()).contains("ping");
            assertThat(relay.clientReceivedNothing()).isTrue();
        }
    }

    @Test
    void cancelsTheElicitationOfACancelledCall() throws Exception {
        try (RelayFixture relay = open("2025-11-25", FORM_ELICITATION)) {
            JsonNode elicitation = awaitElicitation(relay, 1);
            relay.fromClient(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
            JsonNode cancellation = nextMessage(relay);
            assertThat(cancellation.path("method").asString()).isEqualTo("notifications/cancelled");
            assertThat(cancellation.at("/params/requestId")).isEqualTo(elicitation.get("id"));
            respond(relay, elicitation, "\"result\":{\"action\":\"accept\",\"content\":{}}");
            relay.request(2, "ping", "{}");
            assertThat(relay.nextAtServer())
                    .as("the server gets no cancellation")
                    .contains("ping");
            assertThat(relay.clientReceivedNothing()).isTrue();
        }
    }

    @Test
    void answersOpenCallsWhenTheServerCloses() throws Exception {
        try (RelayFixture relay = open("2025-11-25", FORM_ELICITATION)) {
            awaitElicitation(relay, 1);
            relay.closeServer();
            assertOriginalAnswer(nextMessage(relay), 1);
        }
    }

    @Test
    void limitsTheOpenElicitations() throws Exception {
        try (RelayFixture relay = open("2025-11-25", FORM_ELICITATION)) {
            List<JsonNode> elicitations = new ArrayList<>();
            for (int id = 1; id <= OpenElicitations.MAX_OPEN; id++) {
                elicitations.add(awaitElicitation(relay, id));
            }
            relay.request(100, "tools/call", "{\"name\":\"t\"}").nextAtServer();
            assertOriginalAnswer(
                    RelayFixture.JSON.readTree(relay.result(100, tickets(300)).nextAtClient()), 100);
            respond(relay, elicitations.get(3), "\"result\":{\"action\":\"decline\"}");
            assertOriginalAnswer(nextMessage(relay), 4);
            awaitElicitation(relay, 101);
        }
    }

    @Test
    void opensOneElicitationPerRequestId() throws Exception {
        try (RelayFixture relay = open("2025-11-25", FORM_ELICITATION)) {
            awaitElicitation(relay, 1);
            relay.request(1, "tools/call", "{\"name\":\"t\"}").nextAtServer();
            assertOriginalAnswer(
                    RelayFixture.JSON.readTree(relay.result(1, tickets(300)).nextAtClient()), 1);
        }
    }

    @Test
    void doesNotAskForTheResultOfATask() throws Exception {
        try (RelayFixture relay = open("2025-11-25", FORM_ELICITATION)) {
            relay.exchange(
                    1,
                    "tools/call",
                    "{\"name\":\"t\",\"task\":{}}",
                    "{\"task\":{\"taskId\":\"k\",\"status\":\"working\"}}");
            JsonNode taskResult = relay.exchange(2, "tasks/result", "{\"taskId\":\"k\"}", tickets(300));
            assertThat(parseAnswer(taskResult).path("type").asString()).isEqualTo("elicitation");
        }
    }

    @Test
    void asksAModernClientWithAnInputRequiredResult() throws Exception {
        try (RelayFixture relay = new RelayFixture(Policies.of(ELICITING))) {
            String call = "{\"name\":\"t\",\"arguments\":{\"q\":1}," + META + FORM_ELICITATION + "}";
            JsonNode inputRequired = relay.exchange(1, "tools/call", call + "}", tickets(300));
            assertThat(inputRequired.propertyNames()).containsExactly("resultType", "inputRequests", "requestState");
            assertThat(inputRequired.get("resultType").asString()).isEqualTo("input_required");
            assertThat(inputRequired.at("/inputRequests/narrow/method").asString())
                    .isEqualTo("elicitation/create");
            assertThat(inputRequired
                            .at("/inputRequests/narrow/params/requestedSchema/properties/status/enum")
                            .toString())
                    .isEqualTo("[\"(any)\",\"closed\",\"open\"]");
            String state = ",\"requestState\":" + inputRequired.get("requestState");
            String acceptingInput =
                    ",\"inputResponses\":{\"narrow\":{\"action\":\"accept\",\"content\":{\"limit\":3}}}}";
            relay.request(2, "tools/call", call + state + acceptingInput);
            JsonNode page = relay.nextResult();
            assertThat(page.get("resultType").asString()).isEqualTo("complete");
            assertThat(parseAnswer(page).path("data")).hasSize(3);
            for (String notAccepted : List.of(
                    ",\"inputResponses\":{\"narrow\":{\"action\":\"decline\"}}}",
                    ",\"inputResponses\":{\"narrow\":7}}",
                    ",\"inputResponses\":{}}",
                    "}")) {
                relay.request(3, "tools/call", call + state + notAccepted);
                assertOriginalAnswer(nextMessage(relay), 3);
            }
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @Test
    void rejectsAStateThatIsInvalidOrOfAnotherCall() throws Exception {
        try (RelayFixture relay = new RelayFixture(Policies.of(ELICITING))) {
            String call = "{\"name\":\"t\",\"arguments\":{}," + META + FORM_ELICITATION + "}";
            String state = relay.exchange(1, "tools/call", call + "}", tickets(300))
                    .get("requestState")
                    .asString();
            String damagedState = state.substring(0, state.length() - 1) + (state.endsWith("A") ? "B" : "A");
            relay.request(2, "tools/call", call + ",\"requestState\":\"" + damagedState + "\"}");
            assertThat(RelayFixture.text(relay.nextResult())).contains("CURSOR_INVALID");
            relay.request(3, "tools/call", call.replace("\"t\"", "\"other\"") + ",\"requestState\":\"" + state + "\"}");
            assertThat(RelayFixture.text(relay.nextResult())).contains("CURSOR_INVALID");
            assertThat(relay.serverReceivedNothing()).isTrue();
            String callWithStateOfServer = call + ",\"requestState\":\"of the server\",\"inputResponses\":{\"a\":{}}}";
            relay.request(4, "tools/call", callWithStateOfServer);
            assertThat(relay.nextAtServer()).contains(callWithStateOfServer);
        }
    }

    @Test
    void forwardsTheStateOfAServerThatRunsPlimsoll() throws Exception {
        try (RelayFixture relay = new RelayFixture(Policies.of(ELICITING))) {
            String meta = META + FORM_ELICITATION + "}";
            relay.exchange(
                    1,
                    "tools/list",
                    "{" + meta + "}",
                    "{\"tools\":[{\"name\":\"plimsoll_read\",\"inputSchema\":{\"type\":\"object\"}}]}");
            String call = "{\"name\":\"t\"," + meta + ",\"requestState\":\"plimsoll:" + "A".repeat(48) + "\"}";
            relay.request(2, "tools/call", call);
            assertThat(relay.nextAtServer()).contains(call);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"elicitation\":{\"url\":{}}}", "null"})
    void asksNoModernClientWithoutForms(String capabilities) throws Exception {
        try (RelayFixture relay = new RelayFixture(Policies.of(ELICITING))) {
            JsonNode result =
                    relay.exchange(1, "tools/call", "{\"name\":\"t\"," + META + capabilities + "}}", tickets(300));
            assertThat(parseAnswer(result).path("type").asString()).isEqualTo("elicitation");
        }
    }
}
