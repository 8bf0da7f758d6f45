package dev.plimsoll.gateway.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.stored.StoredQueries;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.tokens.TokenCounter;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the outputs of programs, and reads of their results. */
class ProgramSessionTest extends ProgramFixture {

    @Test
    void listsTheToolLast() throws Exception {
        JsonNode listing = JSON.readTree(
                Objects.requireNonNull(send("tools/list", Slice.of("{}")).result())
                        .utf8());
        JsonNode entry = listing.path("tools").path(listing.path("tools").size() - 1);
        assertThat(entry.path("name").asString()).isEqualTo("plimsoll_run");
        assertThat(entry.at("/annotations/readOnlyHint").asBoolean()).isTrue();
    }

    @Test
    void theListedToolHasAtMost220Tokens() {
        assertThat(TokenCounter.bpe().count(RunTool.entry(200, false, StoredQueries.NONE)))
                .isLessThanOrEqualTo(220);
    }

    @Test
    void returnsListsAndTextsAsTheyAreAndWrapsOtherOutputs() throws Exception {
        assertThat(text(run("[range(3) | call(\"get\"; {id: .}).id]"))).isEqualTo("[0,1,2]");
        assertThat(text(run("range(3) | call(\"get\"; {id: .}).id"))).isEqualTo("[0,1,2]");
        assertThat(text(run("\"a\\nb\""))).isEqualTo("a\nb");
        assertThat(text(run("{a: 1}"))).isEqualTo("{\"results\":[{\"a\":1}]}");
        assertThat(text(run("empty"))).isEqualTo("{\"results\":[]}");
        assertThat(tools.isLastCallOfProgram()).isTrue();
    }

    @Test
    void aCallReturnsTheRecordsOfACsvText() throws Exception {
        assertThat(text(run("call(\"csv\") | map(.name) | join(\"-\")"))).isEqualTo("Ann-Bob-Cid-Dan");
        assertThat(text(run("text(\"csv\") | length"))).isEqualTo("{\"results\":[32]}");
        // equal calls of later programs are not made again
        assertThat(tools.calls()).hasSize(1);
    }

    @Test
    void toolsReturnsNamesAndArguments() throws Exception {
        assertThat(text(run("tools | map(.name)")))
                .isEqualTo("[\"get\",\"ask\",\"csv\",\"fail\",\"hang\",\"lost\",\"search_web\",\"put\"]");
        assertThat(text(run("tools[0].arguments | keys"))).isEqualTo("[\"id\"]");
    }

    @Test
    void largeOutputsAreShapedAndRead() throws Exception {
        session.close();
        session = createSession(
                Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 200)), Duration.ofSeconds(30));
        JsonNode answer = JSON.readTree(text(run("[range(20) | call(\"get\"; {id: .})]")));
        assertThat(answer.path("totalCount").asInt()).isEqualTo(20);
        String cursor = answer.path("nextCursor").asString();
        JsonNode read = call(
                "plimsoll_read",
                new JsonWriter().beginObject().string("cursor", cursor).string("query", "map(.id) | add"));
        assertThat(text(read)).isEqualTo("{\"results\":[190]}");
        JsonNode resultWithVariable = call(
                "plimsoll_run",
                new JsonWriter()
                        .beginObject()
                        .string("program", "$old | length")
                        .beginObject("with")
                        .string("old", cursor)
                        .endObject());
        assertThat(text(resultWithVariable)).isEqualTo("{\"results\":[20]}");
    }

    @Test
    void errorNamesTheFailedCallAndACursorOfOtherResults() throws Exception {
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
    void aCorrectedProgramReusesEarlierResults() throws Exception {
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
