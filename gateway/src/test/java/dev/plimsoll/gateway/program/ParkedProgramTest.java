package dev.plimsoll.gateway.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.option.ProgramUse;
import dev.plimsoll.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests programs of clients of 2026-07-28 that need input: each request is a session of its own. */
class ParkedProgramTest extends ProgramFixture {

    private static final Policies WRITABLE = new Policies(
            Policy.defaults(),
            List.of(new PolicyRule("put", policy -> policy.with(Policy.IN_PROGRAMS, ProgramUse.WRITE))));
    private static final String PUT = "[call(\"get\"; {id: 1}).id, (call(\"put\"; {n: 1}) | length)]";

    private boolean canAsk = true;

    @BeforeEach
    void opensSessionsForRequests() throws Exception {
        session.close();
        isForRequest = true;
        Await.until("the session is closed", tools::isClosed);
    }

    /** Makes a request in a session of its own, and closes it after the response. */
    private JsonNode request(String program, String state, String responses) throws Exception {
        ProgramSession opened = session(WRITABLE, Duration.ofSeconds(30));
        session = opened;
        JsonWriter params = new JsonWriter().beginObject().string("name", "plimsoll_run");
        params.beginObject("arguments").string("program", program).endObject();
        if (!state.isEmpty()) {
            params.string("requestState", state).raw("inputResponses", Slice.of(responses));
        }
        params.beginObject("_meta").string("io.modelcontextprotocol/protocolVersion", "2026-07-28");
        params.beginObject("io.modelcontextprotocol/clientCapabilities");
        if (canAsk) {
            params.beginObject("elicitation").endObject();
        }
        params.endObject().endObject();
        Message response = send("tools/call", params.endObject().slice());
        opened.close();
        Slice result = response.result() == null ? response.error() : response.result();
        return JSON.readTree(Objects.requireNonNull(result).utf8());
    }

    private JsonNode start(String program) throws Exception {
        return request(program, "", "{}");
    }

    private static String state(JsonNode result) {
        assertThat(result.path("resultType").asString()).isEqualTo("input_required");
        return result.path("requestState").asString();
    }

    private static String answer(JsonNode result, String response) {
        StringBuilder responses = new StringBuilder("{");
        result.path("inputRequests")
                .propertyNames()
                .forEach(key ->
                        responses.append(responses.length() > 1 ? "," : "").append("\"" + key + "\":" + response));
        return responses + "}";
    }

    @Test
    void aProgramGoesOnWhenTheUserAgrees() throws Exception {
        JsonNode asked = start(PUT);
        assertThat(asked.at("/inputRequests/p1/method").asString()).isEqualTo("elicitation/create");
        assertThat(asked.at("/inputRequests/p1/params/message").asString())
                .isEqualTo("A program wants to call put with {\"n\":1}");
        assertThat(tools.calls()).containsExactly("get {\"id\":1}");

        JsonNode done = request(PUT, state(asked), answer(asked, "{\"action\":\"accept\"}"));
        assertThat(text(done)).isEqualTo("[1,4]");
        assertThat(done.path("resultType").asString()).isEqualTo("complete");
        assertThat(tools.calls()).containsExactly("get {\"id\":1}", "put {\"n\":1}");
        assertThat(parked.all()).isEmpty();
    }

    @Test
    void theSessionOfTheFirstRequestStaysOpenUntilTheProgramEnds() throws Exception {
        FakeTools first = new FakeTools();
        OpenSession open = new OpenSession(first, true);
        open.hold();
        open.close();
        assertThat(first.isClosed()).isFalse();
        open.release();
        assertThat(first.isClosed()).isTrue();
    }

    @Test
    void aProgramEndsWhenTheUserDoesNotAgree() throws Exception {
        JsonNode asked = start(PUT);
        JsonNode error = error(request(PUT, state(asked), answer(asked, "{\"action\":\"decline\"}")));
        assertThat(error.path("message").asString()).contains("the user did not agree to call put");
        assertThat(tools.calls()).containsExactly("get {\"id\":1}");
    }

    @Test
    void aClientWithoutFormsIsNotAsked() throws Exception {
        canAsk = false;
        assertThat(error(start(PUT)).path("message").asString()).contains("the client cannot ask its user");
    }

    @Test
    void onlyTheSameCallOfTheSameCallerGoesOn() throws Exception {
        JsonNode asked = start(PUT);
        String responses = answer(asked, "{\"action\":\"accept\"}");
        String state = state(asked);
        for (JsonNode refused : List.of(
                request("call(\"put\"; {n: 2})", state, responses),
                request(PUT, state + "x", responses),
                request(PUT, "input.x.y.z", responses))) {
            assertThat(refused.toString()).contains("requestState is unknown");
        }
        tier = Tier.READ;
        assertThat(request(PUT, state, responses).toString()).contains("requestState is unknown");
        tier = Tier.ADMIN;
        assertThat(tools.calls()).containsExactly("get {\"id\":1}");

        assertThat(text(request(PUT, state, responses))).isEqualTo("[1,4]");
        assertThat(request(PUT, state, responses).toString()).contains("requestState is unknown");
        assertThat(tools.calls()).containsExactly("get {\"id\":1}", "put {\"n\":1}");
    }

    @Test
    void eachWriteIsAskedForInItsTurn() throws Exception {
        String program = "[range(2) | call(\"put\"; {n: .}) | length]";
        JsonNode first = start(program);
        JsonNode second = request(program, state(first), answer(first, "{\"action\":\"accept\"}"));
        assertThat(second.at("/inputRequests").toString()).contains("{\\\"n\\\":1}");
        assertThat(text(request(program, state(second), answer(second, "{\"action\":\"accept\"}"))))
                .isEqualTo("[4,4]");
        assertThat(tools.calls()).containsExactly("put {\"n\":0}", "put {\"n\":1}");
    }

    @Test
    void toolsThatRequestInputGetIt() throws Exception {
        String program = "[1, 2 | call(\"ask\"; {n: .})]";
        JsonNode asked = start(program);
        while (asked.path("inputRequests").size() == 1) {
            // the second question may come later
            asked = request(program, state(asked), "{}");
        }
        assertThat(asked.path("inputRequests").toString())
                .contains("Who is {\\\"n\\\":1}?")
                .contains("Who is {\\\"n\\\":2}?");
        JsonNode done = request(program, state(asked), answer(asked, "{\"action\":\"accept\",\"content\":7}"));
        assertThat(text(done))
                .contains("{\\\"who\\\":{\\\"action\\\":\\\"accept\\\",\\\"content\\\":7}}")
                .contains("of the server");
        assertThat(tools.calls()).hasSize(4);
    }

    @Test
    void inputThatTheClientDoesNotBringIsRequestedAgain() throws Exception {
        JsonNode asked = start(PUT);
        JsonNode again = request(PUT, state(asked), "{}");
        assertThat(state(again)).isNotEqualTo(state(asked));
        assertThat(text(request(PUT, state(again), answer(again, "{\"action\":\"accept\"}"))))
                .isEqualTo("[1,4]");
    }

    @Test
    void aCallerHasFewParkedPrograms() throws Exception {
        for (int i = 0; i < ParkedPrograms.MAX_OF_CALLER; i++) {
            state(start("call(\"put\"; {n: " + i + "})"));
        }
        assertThat(error(start("call(\"put\"; {n: 99})")).path("message").asString())
                .contains("too many programs wait for input");
        assertThat(parked.all()).hasSize(ParkedPrograms.MAX_OF_CALLER);
        parked.all().forEach(program -> program.cancel("the test ends"));
        Await.until("the programs have ended", () -> parked.all().isEmpty());
    }

    @Test
    void waitingForAPersonIsNoTimeOfTheProgram() {
        WaitingTime waiting = new WaitingTime();
        CompletableFuture<String> input = waiting.until(new CompletableFuture<>());
        assertThat(waiting.isWaiting()).isTrue();
        input.complete("yes");
        assertThat(waiting.isWaiting()).isFalse();
        assertThat(waiting.nanos()).isPositive();
    }
}
