package dev.plimsoll.gateway.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.config.model.ProgramsConfig;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.fields.ResultFields;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.CallerContext;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.ProgramUse;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.tokens.TokenCounter;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ProgramSessionTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final Log LOG = new Log(new PrintStream(PrintStream.nullOutputStream()), LogSeverity.OFF);

    private final ResultFields fields = ResultFields.in(Path.of("does", "not", "exist"), LOG);
    private final FairPool memory = new FairPool("programs", 10_000_000);
    private volatile Tier tier = Tier.ADMIN;
    private final FakeTools tools = new FakeTools();
    private final LinkedBlockingQueue<Message> toClient = new LinkedBlockingQueue<>();
    private final List<Receipt> receipts = new ArrayList<>();
    private ProgramSession session = session(Policies.of(Policy.defaults()), Duration.ofSeconds(30));

    private ProgramSession session(Policies policies, Duration time) {
        Plimsoll engine = Plimsoll.builder()
                .policies(policies)
                .listener(receipt -> {
                    synchronized (receipts) {
                        receipts.add(receipt);
                    }
                })
                .build();
        ProgramHost host = new ProgramHost(
                new ProgramsConfig(ProgramsConfig.Mode.READ, 20, 8, 2, time, Duration.ofMinutes(1)),
                name -> new ToolOwner(name.equals("search_web") ? "web" : "files", name),
                fields,
                () -> HeavyWork.INLINE,
                memory,
                new RecentAnswers(Duration.ofMinutes(1)),
                null,
                LOG);
        return new ProgramSession(
                tools, host, () -> new CallerContext(engine, "ann", tier), cursor -> null, toClient::add);
    }

    @AfterEach
    void close() {
        session.close();
    }

    private Message send(String method, Slice params) throws Exception {
        CompletableFuture<Message> response = new CompletableFuture<>();
        Peer reply = response::complete;
        session.handle(ReceivedMessages.of(Message.request(Slice.of("7"), method, params)), reply);
        return response.get(20, TimeUnit.SECONDS);
    }

    private void initialize(boolean canAsk) throws Exception {
        JsonWriter params = new JsonWriter().beginObject().string("protocolVersion", "2025-11-25");
        params.beginObject("capabilities");
        if (canAsk) {
            params.beginObject("elicitation").endObject();
        }
        params.endObject().beginObject("clientInfo").string("name", "test").endObject();
        var _ = send("initialize", params.endObject().slice());
    }

    private JsonNode call(String tool, JsonWriter arguments) throws Exception {
        JsonWriter params = new JsonWriter().beginObject().string("name", tool);
        params.raw("arguments", arguments.endObject().slice());
        Message response = send("tools/call", params.endObject().slice());
        return JSON.readTree(Objects.requireNonNull(response.result()).utf8());
    }

    private JsonNode run(String program) throws Exception {
        return call("plimsoll_run", new JsonWriter().beginObject().string("program", program));
    }

    private static String text(JsonNode result) {
        return result.at("/content/0/text").asString();
    }

    private static JsonNode error(JsonNode result) throws Exception {
        assertThat(result.path("isError").asBoolean()).isTrue();
        return JSON.readTree(text(result)).path("error");
    }

    @Test
    void theListingHasTheTool() throws Exception {
        JsonNode listing = JSON.readTree(
                Objects.requireNonNull(send("tools/list", Slice.of("{}")).result())
                        .utf8());
        JsonNode entry = listing.path("tools").path(listing.path("tools").size() - 1);
        assertThat(entry.path("name").asString()).isEqualTo("plimsoll_run");
        assertThat(entry.at("/annotations/readOnlyHint").asBoolean()).isTrue();
    }

    @Test
    void theToolIsCheapToList() {
        assertThat(TokenCounter.bpe().count(RunTool.entry(200, false))).isLessThanOrEqualTo(220);
    }

    @Test
    void outputsAreTheResult() throws Exception {
        assertThat(text(run("[range(3) | call(\"get\"; {id: .}).id]"))).isEqualTo("[0,1,2]");
        assertThat(text(run("range(3) | call(\"get\"; {id: .}).id"))).isEqualTo("[0,1,2]");
        assertThat(text(run("\"a\\nb\""))).isEqualTo("a\nb");
        assertThat(text(run("{a: 1}"))).isEqualTo("{\"results\":[{\"a\":1}]}");
        assertThat(text(run("empty"))).isEqualTo("{\"results\":[]}");
        assertThat(tools.isProgram()).isTrue();
    }

    @Test
    void recordsOfATextAreTheDocument() throws Exception {
        assertThat(text(run("call(\"csv\") | map(.name) | join(\"-\")"))).isEqualTo("Ann-Bob-Cid-Dan");
        assertThat(text(run("text(\"csv\") | length"))).isEqualTo("{\"results\":[32]}");
        // equal calls of later programs are not made again
        assertThat(tools.calls()).hasSize(1);
    }

    @Test
    void toolsHaveNamesAndArguments() throws Exception {
        assertThat(text(run("tools | map(.name)")))
                .isEqualTo("[\"get\",\"csv\",\"fail\",\"hang\",\"lost\",\"search_web\",\"put\"]");
        assertThat(text(run("tools[0].arguments | keys"))).isEqualTo("[\"id\"]");
    }

    @Test
    void largeOutputsAreShapedAndRead() throws Exception {
        session.close();
        session = session(
                Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 200)), Duration.ofSeconds(30));
        JsonNode answer = JSON.readTree(text(run("[range(20) | call(\"get\"; {id: .})]")));
        assertThat(answer.path("totalCount").asInt()).isEqualTo(20);
        String cursor = answer.path("nextCursor").asString();
        JsonNode read = call(
                "plimsoll_read",
                new JsonWriter().beginObject().string("cursor", cursor).string("query", "map(.id) | add"));
        assertThat(text(read)).isEqualTo("{\"results\":[190]}");
        JsonNode joined = call(
                "plimsoll_run",
                new JsonWriter()
                        .beginObject()
                        .string("program", "$old | length")
                        .beginObject("with")
                        .string("old", cursor)
                        .endObject());
        assertThat(text(joined)).isEqualTo("{\"results\":[20]}");
    }

    @Test
    void aCallerWhoLosesATierCannotReadEarlierResults() throws Exception {
        session.close();
        session = session(
                Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 200)), Duration.ofSeconds(30));
        for (Tier later : Tier.values()) {
            tier = Tier.READ_WRITE;
            String cursor = JSON.readTree(text(run("[range(20) | call(\"get\"; {id: .})]")))
                    .path("nextCursor")
                    .asString();
            tier = later;
            JsonNode read = call("plimsoll_read", new JsonWriter().beginObject().string("cursor", cursor));
            assertThat(read.path("isError").asBoolean()).as(later.name()).isEqualTo(later == Tier.READ);
        }
    }

    @Test
    void aFailedCallSaysWhichAndLeadsToTheResultsOfTheOthers() throws Exception {
        JsonNode error = error(run("[call(\"get\"; {id: 1}), call(\"fail\"; {id: 2})]"));
        assertThat(error.path("code").asString()).isEqualTo("TOOL_ERROR");
        assertThat(error.path("message").asString())
                .isEqualTo("program: the call of fail failed, at character 24: no such thing");
        assertThat(error.at("/details/calls").asString()).isEqualTo("2 calls were made");
        JsonNode read = call(
                "plimsoll_read",
                new JsonWriter()
                        .beginObject()
                        .string("cursor", error.at("/details/results").asString())
                        .string("query", ".[0].result.id"));
        assertThat(text(read)).isEqualTo("{\"results\":[1]}");
    }

    @Test
    void moreCallsThanAllowedAreALimit() throws Exception {
        assertThat(error(run("[range(21) | call(\"get\"; {id: .})]"))
                        .path("code")
                        .asString())
                .isEqualTo("QUERY_LIMIT");
        assertThat(error(run("try ([range(21) | call(\"get\"; {id: (. + 100)})]) catch 1"))
                        .path("code")
                        .asString())
                .isEqualTo("QUERY_LIMIT");
    }

    @Test
    void aProgramEndsInTimeAndItsCallsAreCancelled() throws Exception {
        session.close();
        session = session(Policies.of(Policy.defaults()), Duration.ofMillis(200));
        assertThat(error(run("call(\"hang\")")).path("message").asString())
                .isEqualTo("program: it took more than 200 ms");
        assertThat(tools.cancelled()).hasSize(1);
    }

    @Test
    void aServerThatListsNothingEndsAProgramInTime() throws Exception {
        session.close();
        session = session(Policies.of(Policy.defaults()), Duration.ofMillis(200));
        tools.stopListing();
        assertThat(error(run("1")).path("message").asString())
                .isEqualTo("program: the tools could not be listed: no answer in time");
        assertThat(memory.used()).isZero();
    }

    @Test
    void aCallWithoutAResponseCanBeCaught() throws Exception {
        assertThat(text(run("[try call(\"lost\") catch .code, try ([pages(\"lost\")]) catch .code]")))
                .isEqualTo("[\"UPSTREAM_UNAVAILABLE\",\"UPSTREAM_UNAVAILABLE\"]");
    }

    @Test
    void cancellingAProgramCancelsItsCalls() throws Exception {
        JsonWriter params = new JsonWriter().beginObject().string("name", "plimsoll_run");
        params.beginObject("arguments").string("program", "call(\"hang\")").endObject();
        session.handle(
                ReceivedMessages.of(Message.request(
                        Slice.of("9"), "tools/call", params.endObject().slice())),
                answer -> {});
        await(() -> !tools.calls().isEmpty());
        session.handle(ReceivedMessages.of(Message.cancellation(Slice.of("9"), "enough")), answer -> {});
        await(() -> tools.cancelled().size() >= 2);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 1_000 && !condition.getAsBoolean(); i++) {
            Thread.sleep(10);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    @Test
    void writingNeedsARule() throws Exception {
        assertThat(error(run("call(\"put\")")).path("message").asString())
                .contains("put may change something")
                .contains("\"files/put\": { inPrograms: write }");
        assertThat(tools.calls()).isEmpty();
    }

    private static Policies writable() {
        return new Policies(
                Policy.defaults(),
                List.of(new PolicyRule("put", policy -> policy.with(Policy.IN_PROGRAMS, ProgramUse.WRITE))));
    }

    @Test
    void writingNeedsConsent() throws Exception {
        session.close();
        session = session(writable(), Duration.ofSeconds(30));
        initialize(false);
        assertThat(error(run("call(\"put\"; {n: 1})")).path("message").asString())
                .contains("the client cannot ask its user");
        session.close();
        session = session(writable(), Duration.ofSeconds(30));
        initialize(true);
        CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> {
            answer("accept");
            answer("decline");
        });
        JsonNode error = error(run("[call(\"put\"; {n: 1}), call(\"put\"; {n: 1})]"));
        answering.get(10, TimeUnit.SECONDS);
        assertThat(error.path("message").asString()).contains("the user did not agree to call put");
        assertThat(error.at("/details/written").asString()).isEqualTo("put {\"n\":1}");
        assertThat(tools.calls()).containsExactly("put {\"n\":1}");
    }

    private void answer(String action) {
        try {
            Message question = Objects.requireNonNull(toClient.poll(10, TimeUnit.SECONDS));
            assertThat(Objects.requireNonNull(question.params()).utf8())
                    .contains("A program wants to call put with {\\\"n\\\":1}");
            Slice result = new JsonWriter()
                    .beginObject()
                    .string("action", action)
                    .endObject()
                    .slice();
            session.handle(
                    ReceivedMessages.of(Message.result(Objects.requireNonNull(question.id()), result)), none -> {});
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void toolsThatCanCarryDataAwayAreCalledFirst() throws Exception {
        assertThat(text(run("call(\"search_web\") | length"))).isEqualTo("{\"results\":[4]}");
        assertThat(error(run("call(\"get\"; {id: 1}) | call(\"search_web\"; {q: .text})"))
                        .path("message")
                        .asString())
                .contains("search_web can carry data away, and the program has read from files");
        session.close();
        session = session(
                new Policies(
                        Policy.defaults(),
                        List.of(new PolicyRule(
                                "search_web", policy -> policy.with(Policy.ACCEPTS_FROM, List.of("files"))))),
                Duration.ofSeconds(30));
        assertThat(text(run("call(\"get\"; {id: 1}) | call(\"search_web\"; {q: .text}) | length")))
                .isEqualTo("{\"results\":[4]}");
    }

    @Test
    void aCorrectedProgramUsesEarlierResults() throws Exception {
        var _ = error(run("[range(3) | call(\"get\"; {id: .})] | call(\"fail\")"));
        assertThat(text(run("[range(4) | call(\"get\"; {id: .})] | length"))).isEqualTo("{\"results\":[4]}");
        assertThat(tools.calls())
                .containsExactly("get {\"id\":0}", "get {\"id\":1}", "get {\"id\":2}", "fail {}", "get {\"id\":3}");
        // a tool that may change something makes them invalid, also outside of a program
        var _ = call("put", new JsonWriter().beginObject());
        var _ = run("call(\"get\"; {id: 3})");
        assertThat(tools.calls().subList(5, 7)).containsExactly("put {}", "get {\"id\":3}");
        var _ = call("get", new JsonWriter().beginObject().number("id", 9));
        var _ = run("call(\"get\"; {id: 3})");
        assertThat(tools.calls()).hasSize(8);
    }

    @Test
    void programsGiveTheirMemoryBack() throws Exception {
        var _ = run("[range(10) | call(\"get\"; {id: .})]");
        var _ = run("call(\"fail\")");
        var _ = run("syntax error");
        await(() -> memory.used() == 0);
        memory.take(FairPool.GATEWAY, 9_900_000);
        assertThat(error(run("1")).path("code").asString()).isEqualTo("RATE_LIMITED");
        memory.release(FairPool.GATEWAY, 9_900_000);
        assertThat(text(run("1"))).isEqualTo("{\"results\":[1]}");
    }

    @Test
    void ownToolsCannotBeCalled() throws Exception {
        assertThat(error(run("call(\"plimsoll_run\"; {program: \"1\"})"))
                        .path("code")
                        .asString())
                .isEqualTo("ACTION_NOT_FOUND");
        assertThat(tools.calls()).isEmpty();
    }

    @Test
    void theResultOfAProgramIsRecordedUnderItsOwnServer() throws Exception {
        var _ = run("1");
        synchronized (receipts) {
            assertThat(receipts).hasSize(1);
            assertThat(receipts.getFirst().server()).isEqualTo("plimsoll");
            assertThat(receipts.getFirst().outcome()).isEqualTo(OutcomeKind.PASSED);
        }
    }

    @Test
    void wrongArgumentsAreRefused() throws Exception {
        assertThat(error(call("plimsoll_run", new JsonWriter().beginObject()))
                        .at("/details/argument")
                        .asString())
                .isEqualTo("program");
        JsonNode wrong = call(
                "plimsoll_run",
                new JsonWriter()
                        .beginObject()
                        .string("program", "$a")
                        .beginObject("with")
                        .string("a", "nonsense")
                        .endObject());
        assertThat(error(wrong).path("message").asString()).startsWith("with a: invalid cursor format");
    }
}
