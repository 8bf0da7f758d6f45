package dev.plimsoll.gateway.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.StoredProgram;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.option.ProgramUse;
import dev.plimsoll.stored.ParameterType;
import dev.plimsoll.stored.StoredParameter;
import dev.plimsoll.stored.StoredQueries;
import dev.plimsoll.stored.StoredText;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.tokens.TokenCounter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests programs that the configuration stores. */
@NullMarked
class StoredProgramTest extends ProgramFixture {

    private static final StoredParameter FROM =
            new StoredParameter("from", ParameterType.INTEGER, Slice.of("1"), "the first id");
    private static final StoredParameter NAME = new StoredParameter("name", ParameterType.STRING, null, "");

    private static StoredProgram program(String name, String text, boolean isExposed, StoredParameter... parameters) {
        return new StoredProgram(new StoredText(name, text, "About " + name, List.of(parameters)), "", isExposed);
    }

    private void open(Policies policies, StoredProgram... programs) {
        session.close();
        stored = List.of(programs);
        session = createSession(policies, Duration.ofSeconds(30));
    }

    private void open(StoredProgram... programs) {
        open(Policies.of(Policy.defaults()), programs);
    }

    private List<JsonNode> listed() throws Exception {
        Slice result = Objects.requireNonNull(send("tools/list", Slice.of("{}")).result());
        return JSON.readTree(result.utf8()).path("tools").valueStream().toList();
    }

    private JsonNode entry(String name) throws Exception {
        List<JsonNode> foundTools = listed().stream()
                .filter(tool -> tool.path("name").asString().equals(name))
                .toList();
        assertThat(foundTools).as(name).hasSize(1);
        return foundTools.get(0);
    }

    private JsonNode run(String program, String args) throws Exception {
        return call(
                "plimsoll_run",
                new JsonWriter().beginObject().string("program", program).raw("args", args));
    }

    @Test
    void aProgramRunsByItsName() throws Exception {
        open(program("ids", "[$from, 7 | call(\"get\"; {id: .}).id]", false, FROM));

        assertThat(text(run("ids"))).isEqualTo("[1,7]");
        assertThat(text(run("ids", "{\"from\":5}"))).isEqualTo("[5,7]");
        assertThat(entry("plimsoll_run").toString())
                .contains("Or a stored program by name, with args: ids {from: 1}", "\"args\":");
        assertThat(listed()).extracting(tool -> tool.path("name").asString()).doesNotContain("ids");
        open();
        assertThat(entry("plimsoll_run").toString()).doesNotContain("args\":{\"type", "stored");
    }

    @Test
    void variablesAreNeverPartOfTheProgramText() throws Exception {
        open();
        String textWithProgram = "\"}) | call(\\\"put\\\") | (\"";
        assertThat(text(run("[$name, $n]", "{\"name\":" + textWithProgram + ",\"n\":1.10}")))
                .isEqualTo("[" + textWithProgram + ",1.10]");
        assertThat(tools.calls()).isEmpty();
    }

    @Test
    void anExposedProgramIsATool() throws Exception {
        open(program("ids", "[$from, 7 | call(\"get\"; {id: .}).id], $name", true, FROM, NAME));

        JsonNode entry = entry("ids");
        assertThat(entry.path("description").asString()).isEqualTo("About ids");
        assertThat(entry.at("/inputSchema/properties/from/default").asInt()).isEqualTo(1);
        assertThat(entry.at("/inputSchema/required").toString()).isEqualTo("[\"name\"]");
        assertThat(entry.at("/annotations/readOnlyHint").asBoolean()).isTrue();
        assertThat(text(call(
                        "ids",
                        new JsonWriter().beginObject().string("name", "a").number("from", 3))))
                .isEqualTo("[[3,7],\"a\"]");
        assertThat(tools.calls()).containsExactly("get {\"id\":3}", "get {\"id\":7}");
        assertThat(receipts).singleElement().satisfies(receipt -> {
            assertThat(receipt.server()).isEqualTo("plimsoll");
            assertThat(receipt.tool()).isEqualTo("ids");
            assertThat(receipt.outcome()).isEqualTo(OutcomeKind.PASSED);
        });
        JsonNode error = error(call("ids", new JsonWriter().beginObject().number("name", 3)));
        assertThat(error.path("code").asString()).isEqualTo("INVALID_REQUEST");
        assertThat(error.path("message").asString()).isEqualTo("name must be a string, got 3");
    }

    @Test
    void resultOfAProgramIsShapedAndRead() throws Exception {
        open(
                Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 200)),
                program("ids", "[range(20) | call(\"get\"; {id: .})]", true));
        JsonNode answer = JSON.readTree(text(call("ids", new JsonWriter().beginObject())));
        assertThat(answer.path("notice").asString()).contains("of 20 from ids");
        JsonNode read = call(
                "plimsoll_read",
                new JsonWriter()
                        .beginObject()
                        .string("cursor", answer.path("nextCursor").asString())
                        .string("query", "map(.id) | add"));
        assertThat(text(read)).isEqualTo("{\"results\":[190]}");
    }

    @Test
    void readOnlyHintIsFalseIfTheProgramMayWrite() throws Exception {
        Policies writesAllowed = new Policies(
                Policy.defaults(),
                List.of(new PolicyRule("put", policy -> policy.with(Policy.IN_PROGRAMS, ProgramUse.WRITE))));
        open(
                writesAllowed,
                program("reads", "call(\"get\"; {id: 1}).id", true),
                program("writes", "call(\"put\")", true),
                program("computes", "call(\"pu\" + \"t\")", true));
        for (String name : List.of("reads", "writes", "computes")) {
            assertThat(entry(name).at("/annotations/readOnlyHint").asBoolean())
                    .as(name)
                    .isEqualTo(name.equals("reads"));
        }
        tier = Tier.READ;
        assertThat(listed())
                .extracting(tool -> tool.path("name").asString())
                .contains("reads")
                .doesNotContain("writes", "computes");
        assertThat(error(call("writes", new JsonWriter().beginObject()))
                        .path("code")
                        .asString())
                .isIn("ACTION_NOT_FOUND", "FORBIDDEN");
        assertThat(tools.calls()).isEmpty();
    }

    @Test
    void exposedProgramTakesThePlaceOfAToolOfTheSameName() throws Exception {
        open(program("get", "call(\"get\"; {id: 9}) | .id", true));
        assertThat(entry("get").path("description").asString()).isEqualTo("About get");
        assertThat(text(call("get", new JsonWriter().beginObject()))).isEqualTo("{\"results\":[9]}");
        assertThat(tools.calls()).containsExactly("get {\"id\":9}");
    }

    @Test
    void programsCannotCallPrograms() throws Exception {
        open(program("ids", "1", true));
        assertThat(error(run("call(\"ids\")")).path("message").asString()).contains("there is no tool ids");
    }

    @Test
    void anUnknownNameListsTheStoredOnes() throws Exception {
        open(program("team_ids", "1", false, FROM));
        JsonNode error = error(run("teams_ids"));
        assertThat(error.path("code").asString()).isEqualTo("QUERY_INVALID");
        assertThat(error.at("/details/suggestion").asString())
                .isEqualTo("did you mean team_ids?; to run a stored program, give only its name, and its parameters in"
                        + " args: team_ids {from: 1}");
        assertThat(error(run("team_ids", "{\"form\":1}")).path("message").asString())
                .isEqualTo("args: team_ids has no parameter form; did you mean from?");
        assertThat(error(run("1", "[1]")).path("message").asString()).isEqualTo("args must be an object");
    }

    @Test
    void functionToolsReturnsStoredQueries() throws Exception {
        open(new Policies(
                Policy.defaults(),
                List.of(new PolicyRule("get", policy -> policy.with(Policy.QUERIES, "{\"top\":\".[0]\"}")))));
        assertThat(text(run("[tools[] | select(.queries)] | map({name, queries})")))
                .isEqualTo("[{\"name\":\"get\",\"queries\":{\"top\":\".[0]\"}}]");
    }

    @Test
    void aStoredProgramAddsFewTokensToTheListing() {
        StoredQueries two = StoredQueries.of(List.of(
                program("open_count", "1", true, FROM).text(),
                program("team_ids", "1", true, FROM, NAME).text()));
        int plain = TokenCounter.bpe().count(RunTool.entry(200, false, StoredQueries.NONE));
        assertThat(TokenCounter.bpe().count(RunTool.entry(200, false, two))).isLessThanOrEqualTo(plain + 45);
    }
}
