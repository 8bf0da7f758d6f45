package dev.plimsoll.gateway.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.gateway.config.model.StoredProgram;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer.RecordingListener;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.option.ProgramUse;
import dev.plimsoll.stored.StoredText;
import dev.plimsoll.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests programs that need input, for clients of 2026-07-28. Each request of these clients has its own session. */
class ParkedProgramTest extends ProgramFixture {

    private static final Policies WRITES_ALLOWED = new Policies(
            Policy.defaults(),
            List.of(new PolicyRule("put", policy -> policy.with(Policy.IN_PROGRAMS, ProgramUse.WRITE))));
    private static final String PUT = "[call(\"get\"; {id: 1}).id, (call(\"put\"; {n: 1}) | length)]";

    private boolean canAskUser = true;

    @BeforeEach
    void useASessionForEachRequest() throws Exception {
        session.close();
        isForRequest = true;
        Await.until("the session is closed", tools::isClosed);
    }

    /** Sends a request in a new session, and closes the session after the response. */
    private JsonNode request(String program, String state, String responses) throws Exception {
        JsonWriter arguments = new JsonWriter().beginObject().string("program", program);
        return request("plimsoll_run", arguments.endObject().slice(), state, responses);
    }

    private JsonNode request(String tool, Slice arguments, String state, String responses) throws Exception {
        ProgramSession opened = createSession(WRITES_ALLOWED, Duration.ofSeconds(30));
        session = opened;
        JsonWriter params = new JsonWriter().beginObject().string("name", tool);
        params.raw("arguments", arguments);
        if (!state.isEmpty()) {
            params.string("requestState", state).raw("inputResponses", Slice.of(responses));
        }
        params.beginObject("_meta").string("io.modelcontextprotocol/protocolVersion", "2026-07-28");
        params.beginObject("io.modelcontextprotocol/clientCapabilities");
        if (canAskUser) {
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

    private static String inputResponses(JsonNode inputRequired, String response) {
        StringBuilder responses = new StringBuilder("{");
        inputRequired
                .path("inputRequests")
                .propertyNames()
                .forEach(key ->
                        responses.append(responses.length() > 1 ? "," : "").append("\"" + key + "\":" + response));
        return responses + "}";
    }

    @Test
    void aProgramContinuesWhenTheUserAgrees() throws Exception {
        JsonNode inputRequired = start(PUT);
        assertThat(inputRequired.at("/inputRequests/p1/method").asString()).isEqualTo("elicitation/create");
        assertThat(inputRequired.at("/inputRequests/p1/params/message").asString())
                .isEqualTo("A program wants to call put with {\"n\":1}");
        assertThat(tools.calls()).containsExactly("get {\"id\":1}");

        JsonNode finalResult =
                request(PUT, state(inputRequired), inputResponses(inputRequired, "{\"action\":\"accept\"}"));
        assertThat(text(finalResult)).isEqualTo("[1,4]");
        assertThat(finalResult.path("resultType").asString()).isEqualTo("complete");
        assertThat(tools.calls()).containsExactly("get {\"id\":1}", "put {\"n\":1}");
        assertThat(parked.all()).isEmpty();
    }

    @Test
    void theSessionOfTheFirstRequestStaysOpenUntilTheProgramEnds() throws Exception {
        FakeTools first = new FakeTools();
        OpenSession openSession = new OpenSession(first, true);
        openSession.hold();
        openSession.close();
        assertThat(first.isClosed()).isFalse();
        openSession.release();
        assertThat(first.isClosed()).isTrue();
    }

    @Test
    void aProgramEndsWhenTheUserDoesNotAgree() throws Exception {
        JsonNode inputRequired = start(PUT);
        JsonNode error =
                error(request(PUT, state(inputRequired), inputResponses(inputRequired, "{\"action\":\"decline\"}")));
        assertThat(error.path("message").asString()).contains("the user did not agree to call put");
        assertThat(tools.calls()).containsExactly("get {\"id\":1}");
    }

    @Test
    void aClientWithoutFormsIsNotAsked() throws Exception {
        canAskUser = false;
        assertThat(error(start(PUT)).path("message").asString()).contains("the client cannot ask its user");
    }

    @Test
    void onlyTheSameCallOfTheSameCallerContinues() throws Exception {
        JsonNode inputRequired = start(PUT);
        String responses = inputResponses(inputRequired, "{\"action\":\"accept\"}");
        String state = state(inputRequired);
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
    void asksForConsentBeforeEachWrite() throws Exception {
        String program = "[range(2) | call(\"put\"; {n: .}) | length]";
        JsonNode first = start(program);
        JsonNode second = request(program, state(first), inputResponses(first, "{\"action\":\"accept\"}"));
        assertThat(second.at("/inputRequests").toString()).contains("{\\\"n\\\":1}");
        assertThat(text(request(program, state(second), inputResponses(second, "{\"action\":\"accept\"}"))))
                .isEqualTo("[4,4]");
        assertThat(tools.calls()).containsExactly("put {\"n\":0}", "put {\"n\":1}");
    }

    @Test
    void inputReachesTheToolThatRequestedIt() throws Exception {
        String program = "[1, 2 | call(\"ask\"; {n: .})]";
        JsonNode inputRequired = start(program);
        while (inputRequired.path("inputRequests").size() == 1) {
            // the second input request may come later
            inputRequired = request(program, state(inputRequired), "{}");
        }
        assertThat(inputRequired.path("inputRequests").toString())
                .contains("Who is {\\\"n\\\":1}?")
                .contains("Who is {\\\"n\\\":2}?");
        JsonNode finalResult = request(
                program, state(inputRequired), inputResponses(inputRequired, "{\"action\":\"accept\",\"content\":7}"));
        assertThat(text(finalResult))
                .contains("{\\\"who\\\":{\\\"action\\\":\\\"accept\\\",\\\"content\\\":7}}")
                .contains("of the server");
        assertThat(tools.calls()).hasSize(4);
    }

    @Test
    void requestsInputAgainIfTheClientSendsNone() throws Exception {
        JsonNode inputRequired = start(PUT);
        JsonNode secondResult = request(PUT, state(inputRequired), "{}");
        assertThat(state(secondResult)).isNotEqualTo(state(inputRequired));
        assertThat(text(request(PUT, state(secondResult), inputResponses(secondResult, "{\"action\":\"accept\"}"))))
                .isEqualTo("[1,4]");
    }

    @Test
    void limitsParkedProgramsOfACaller() throws Exception {
        for (int i = 0; i < ParkedPrograms.MAX_PARKED_BY_CALLER; i++) {
            state(start("call(\"put\"; {n: " + i + "})"));
        }
        assertThat(error(start("call(\"put\"; {n: 99})")).path("message").asString())
                .contains("too many programs wait for input");
        assertThat(parked.all()).hasSize(ParkedPrograms.MAX_PARKED_BY_CALLER);
        parked.all().forEach(program -> program.cancel("the test ends"));
        Await.until("the programs have ended", () -> parked.all().isEmpty());
    }

    @Test
    void anotherStoredProgramWithTheSameArgumentsDoesNotContinue() throws Exception {
        stored = List.of(
                new StoredProgram(new StoredText("one", "call(\"put\"; {n: 1})", "", List.of()), "", true),
                new StoredProgram(new StoredText("two", "call(\"put\"; {n: 2})", "", List.of()), "", true));
        Slice emptyArguments = Slice.of("{}");
        JsonNode inputRequired = request("one", emptyArguments, "", "{}");
        String responses = inputResponses(inputRequired, "{\"action\":\"accept\"}");
        assertThat(request("two", emptyArguments, state(inputRequired), responses)
                        .toString())
                .contains("requestState is unknown");
        assertThat(text(request("one", emptyArguments, state(inputRequired), responses)))
                .isEqualTo("done");
    }

    @Test
    void anAbandonedProgramDoesNotAskAgain() throws Exception {
        parked = new ParkedPrograms(ParkedCallIds::forSingleReplica, Duration.ofMillis(50));
        var _ = state(start("reduce range(10) as $n (0; try call(\"ask\"; {n: $n}) catch 0)"));
        Await.until(
                "the program has ended",
                () -> memory.used() == 0 && parked.all().isEmpty());
        assertThat(tools.calls()).hasSize(1);
    }

    @Test
    void limitsTheRequestsForConsentOfAProgram() throws Exception {
        String program = "[range(9) | try call(\"put\"; {n: .}) catch 0]";
        JsonNode inputRequired = start(program);
        for (int i = 0; i < 2; i++) {
            inputRequired =
                    request(program, state(inputRequired), inputResponses(inputRequired, "{\"action\":\"decline\"}"));
        }
        assertThat(error(inputRequired).path("message").asString())
                .contains("more than 2 calls that may change something");
        assertThat(tools.calls()).isEmpty();
    }

    @Test
    void endsIfTheRepeatedRequestDoesNotDeclareElicitation() throws Exception {
        JsonNode inputRequired = start(PUT);
        canAskUser = false;
        assertThat(error(request(PUT, state(inputRequired), "{}"))
                        .path("message")
                        .asString())
                .contains("the user could not be asked: the request does not state");
        assertThat(parked.all()).isEmpty();
    }

    @Test
    void reservesMemoryForRequestsAndInputRequests() throws Exception {
        JsonWriter arguments = new JsonWriter().beginObject().string("program", "call(\"ask\"; {n: (\"x\" * 300000)})");
        arguments.string("input", "y".repeat(90_000));
        var _ = state(request("plimsoll_run", arguments.endObject().slice(), "", "{}"));
        assertThat(memory.used()).isGreaterThan((256 << 10) + 90_000 + 2 * 300_000);
        parked.all().forEach(parkedProgram -> parkedProgram.cancel("the test ends"));
        Await.until("the program has ended", () -> memory.used() == 0);
    }

    private RunningProgram programWithoutThread() {
        Slice params = Slice.of("{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}}");
        Message request = Message.request(Slice.of("1"), "tools/call", params);
        OpenSession openSession = new OpenSession(tools, true);
        return new RunningProgram(
                new InnerCalls(openSession::handle, request),
                new CallerContext(Plimsoll.builder().build(), "ann", tier),
                waitingRequest(request),
                parked,
                openSession);
    }

    private static RunningProgram.WaitingRequest waitingRequest(Message request) {
        return new RunningProgram.WaitingRequest(request, Slice.of("1"), new RecordingListener(), () -> {});
    }

    @Test
    void aCancelledProgramIsNotParked() {
        RunningProgram program = programWithoutThread();
        program.cancel("the client has gone");
        assertThat(program.request("elicitation/create", Slice.of("{}"))).isCompletedExceptionally();
        assertThat(parked.all()).isEmpty();
    }

    @Test
    void aProgramThatHasEndedCannotBeResumed() {
        RunningProgram program = programWithoutThread();
        RunningProgram.WaitingRequest first = Objects.requireNonNull(program.waitingRequest());
        CompletableFuture<Slice> pendingInput = program.request("elicitation/create", Slice.of("{}"));
        assertThat(parked.all()).containsExactly(program);
        assertThat(program.end()).isNull();
        assertThat(program.resume(first)).isFalse();
        assertThat(program.request("elicitation/create", Slice.of("{}"))).isCompletedExceptionally();
        assertThat(parked.all()).isEmpty();
        pendingInput.cancel(false);
    }

    @Test
    void theConsentOfASessionEndsWithTheProgram() throws Exception {
        isForRequest = false;
        session = createSession(WRITES_ALLOWED, Duration.ofSeconds(30));
        initialize("form");
        JsonWriter params = new JsonWriter().beginObject().string("name", "plimsoll_run");
        params.beginObject("arguments")
                .string("program", "call(\"put\"; {n: 1})")
                .endObject();
        Message request =
                Message.request(Slice.of("8"), "tools/call", params.endObject().slice());
        session.handle(ReceivedMessages.of(request), response -> {});
        Await.until("the user is asked", () -> !toClient.isEmpty());
        session.handle(ReceivedMessages.of(Message.cancellation(Slice.of("8"), "no longer needed")), response -> {});
        Await.until("the program has ended", () -> memory.used() == 0);
        assertThat(tools.calls()).isEmpty();
    }
}
