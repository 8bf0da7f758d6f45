package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests calls with {@code changes_since}: the answer contains only the changes since the result of an
 * earlier call. */
@NullMarked
class ChangesSinceTest {

    private static final Policy POLICY =
            Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 1_000).with(Policy.CHANGES_SINCE, true);
    private static final String READ_ONLY = "\"annotations\":{\"readOnlyHint\":true}";

    private final Engine engine = Engine.of(POLICY, ClientFeatures.current());
    private ListedTool tool = tool("list_things", READ_ONLY);
    private ToolCall call = engine.call;

    private static ListedTool tool(String name, String more) {
        return ListedTool.of(Slice.of("{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
                + "{\"state\":{\"type\":\"string\"}}}," + more + "}"));
    }

    private static String list(int count, int firstOwner) {
        StringBuilder items = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            items.append(i == 0 ? "" : ",").append("{\"id\":").append(i).append(",\"owner\":");
            items.append(i == 0 ? firstOwner : i % 7)
                    .append(",\"name\":\"thing number ")
                    .append(i)
                    .append("\"}");
        }
        return items.append("]").toString();
    }

    private CallDecision decide(String arguments) {
        return engine.plimsoll().classify(call, tool, Slice.of(arguments));
    }

    private Answered call(String arguments, byte[] result) {
        CallDecision decision = decide(arguments);
        assertThat(decision).isInstanceOf(CallDecision.Forward.class);
        CallDecision.Forward forward = (CallDecision.Forward) decision;
        assertThat(Objects.requireNonNull(forward.arguments()).utf8()).doesNotContain("changes_since");
        Outcome outcome = engine.plimsoll().guard(forward.call(), RawResult.of(Slice.of(result)));
        return new Answered(outcome.result().toByteArray(), outcome.receipt());
    }

    private Answered call(String arguments, String document) {
        return call(arguments, SampleResults.text(document.getBytes(StandardCharsets.UTF_8)));
    }

    private static String since(@Nullable String cursor) {
        return "{\"changes_since\":\"" + Objects.requireNonNull(cursor) + "\"}";
    }

    private static String text(Answered answered) {
        return answered.texts().get(0).utf8();
    }

    private String refusal(String arguments) {
        CallDecision decision = decide(arguments);
        assertThat(decision).isInstanceOf(CallDecision.Answer.class);
        String answer = ((CallDecision.Answer) decision).outcome().result().utf8();
        assertThat(answer).contains("\"isError\":true");
        return answer;
    }

    @Test
    void anUnchangedResultIsOneLine() {
        String cursor = call("{}", list(500, 0)).nextCursor();
        Answered same = call(since(cursor), list(500, 0));
        assertThat(text(same))
                .startsWith("Unchanged: list_things returns the same 500 items as at ")
                .endsWith("; the same changes_since works again.")
                .doesNotContain("\n");
        assertThat(text(call(since(cursor), list(500, 0)))).startsWith("Unchanged");
    }

    @Test
    void changesComeWithTheirCountsAndACursorForTheNextCall() {
        String cursor = call("{}", list(500, 0)).nextCursor();
        Slice changes = call(since(cursor), list(501, 5)).texts().get(0);
        assertThat(changes.utf8())
                .contains(
                        ": 1 added, 1 changed, by id. ",
                        "\"added\":1,\"removed\":0,\"changed\":1,\"moved\":0,\"unchanged\":499")
                .contains("{\"change\":\"changed\",\"path\":\"/0\",\"id\":0,\"fields\":[{\"change\":\"changed\","
                        + "\"path\":\"/0/owner\",\"was\":0,\"is\":5}]}")
                .contains("{\"change\":\"added\",\"path\":\"/500\",\"id\":500,\"value\":{\"id\":500,");
        Slice current = Objects.requireNonNull(Members.get(changes, "current"));
        String next = Json.stringInside(current).utf8();
        assertThat(text(call(since(next), list(501, 5)))).startsWith("Unchanged");
        assertThat(text(engine.read(next, "\"query\":\"length\""))).isEqualTo("{\"results\":[501]}");
    }

    @Test
    void manyChangesArePagedAndQueried() {
        String cursor = call("{}", list(600, 0)).nextCursor();
        Answered first = call(since(cursor), list(600, 0).replace("thing", "other"));
        assertThat(text(first)).contains("\"path\":\"/changes\",\"totalCount\":600", "\"changed\":600");
        assertThat(first.receipt().answerTokens()).isLessThanOrEqualTo(1_000);
        String changes = Objects.requireNonNull(first.nextCursor());
        assertThat(text(engine.read(changes, "\"query\":\"[.changes[].id] | add\"")))
                .isEqualTo("{\"results\":[179700]}");
        assertThat(refusal(since(changes))).contains("is the cursor of an answer with changes", "current");
        assertThat(refusal("{\"cursor\":\"" + changes + "\",\"changes_since\":\"" + cursor + "\"}"))
                .contains("cannot be used with a cursor");
    }

    @Test
    void argumentsOfAReadShapeTheChanges() {
        tool = tool("list_things", READ_ONLY);
        String cursor = call("{}", list(500, 0)).nextCursor();
        Answered counted =
                call("{\"changes_since\":\"" + cursor + "\",\"query\":\".changes | map(.path)\"}", list(500, 3));
        assertThat(text(counted)).contains("\"results\":[[\"/0\"]]");
    }

    @Test
    void onlyTheSameCallCanBeCompared() {
        String cursor = Objects.requireNonNull(
                call("{\"state\":\"open\"}", list(500, 0)).nextCursor());
        assertThat(refusal(since(cursor))).contains("changes_since: the arguments differ");
        assertThat(refusal("{\"state\":\"all\",\"changes_since\":\"" + cursor + "\"}"))
                .contains("the arguments differ");
        assertThat(text(call("{\"changes_since\":\"" + cursor + "\",\"state\":\"open\"}", list(500, 0))))
                .startsWith("Unchanged");
        call = ToolCall.of("server", "other", "caller");
        tool = tool("other", READ_ONLY);
        assertThat(refusal(since(cursor))).contains("CURSOR_INVALID", "changes_since: ");
        call = ToolCall.of("server", "list_things", "somebody");
        tool = tool("list_things", READ_ONLY);
        assertThat(refusal(since(cursor))).contains("CURSOR_INVALID", "not a cursor of yours");
    }

    @Test
    void invalidAndExpiredCursorsAreRefusedBeforeTheToolRuns() {
        String cursor = call("{}", list(500, 0)).nextCursor();
        engine.clock.advance(Duration.ofHours(30));
        assertThat(refusal(since(cursor))).contains("CURSOR_EXPIRED", "argument\\\":\\\"changes_since\\\"");
        assertThat(refusal("{\"changes_since\":\"nonsense\"}")).contains("CURSOR_INVALID");
        assertThat(refusal("{\"changes_since\":7}")).contains("CURSOR_INVALID");
    }

    @Test
    void toolsThatWriteAreRefused() {
        String cursor = call("{}", list(500, 0)).nextCursor();
        tool = tool("list_things", "\"annotations\":{}");
        assertThat(refusal(since(cursor))).contains("may change something");
    }

    @Test
    void errorsAreReturnedUnchanged() {
        String cursor = call("{}", list(500, 0)).nextCursor();
        byte[] error = "{\"content\":[{\"type\":\"text\",\"text\":\"no access\"}],\"isError\":true}"
                .getBytes(StandardCharsets.UTF_8);
        assertThat(text(call(since(cursor), error))).isEqualTo("no access");
    }

    @Test
    void reportsThatTheUpstreamHasFurtherPages() {
        String page = "{\"count\":5000,\"next\":\"https://crm.example/?page=2\",\"items\":" + list(300, 0) + "}";
        String cursor = call("{}", page).nextCursor();
        assertThat(text(call(since(cursor), page.replace("number 7\"", "number seven\""))))
                .contains("\"upstream\":{\"count\":5000,", "\"path\":\"/items/7\"");
    }

    @Test
    void strippedMembersAreNotCompared() {
        Engine strict = Engine.of(POLICY.with(Policy.STRIP, List.of("/debug")), ClientFeatures.current());
        String page = "{\"debug\":\"secret 1\",\"items\":" + list(300, 0) + "}";
        CallDecision.Forward first = (CallDecision.Forward) strict.plimsoll().classify(call, tool, Slice.of("{}"));
        byte[] result = SampleResults.text(page.getBytes(StandardCharsets.UTF_8));
        Outcome outcome = strict.plimsoll().guard(first.call(), RawResult.of(Slice.of(result)));
        String cursor = new Answered(outcome.result().toByteArray(), outcome.receipt()).nextCursor();
        CallDecision.Forward again =
                (CallDecision.Forward) strict.plimsoll().classify(call, tool, Slice.of(since(cursor)));
        byte[] other = SampleResults.text(page.replace("secret 1", "secret 2").getBytes(StandardCharsets.UTF_8));
        String answer = strict.plimsoll()
                .guard(again.call(), RawResult.of(Slice.of(other)))
                .result()
                .utf8();
        assertThat(answer).contains("Unchanged").doesNotContain("secret");
    }

    @Test
    void recordsOfTextAreCompared() {
        StringBuilder csv = new StringBuilder("id,name\n");
        for (int i = 0; i < 900; i++) {
            csv.append(i).append(",thing number ").append(i).append('\n');
        }
        String cursor = call("{}", csv.toString()).nextCursor();
        assertThat(text(call(since(cursor), csv.toString().replace("number 8\n", "number eight\n"))))
                .contains(
                        "1 changed, by id",
                        "\"path\":\"/8/name\",\"was\":\"thing number 8\",\"is\":\"thing number eight\"");
        String lines = csv.toString().replace(",", " says that ").replace("id says that name\n", "");
        String text = call("{}", lines).nextCursor();
        assertThat(text(call(since(text), lines + "the end\n"))).contains("1 added", "\"value\":\"the end\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"WIDEN", "STRIP"})
    void structuredResultsHaveStructuredChanges(OutputSchema schema) {
        Engine structured = Engine.of(POLICY.with(Policy.OUTPUT_SCHEMA, schema), ClientFeatures.current());
        tool = tool("list_things", READ_ONLY + ",\"outputSchema\":{\"type\":\"object\"}");
        byte[] result = SampleResults.withTextCopy(
                Slice.of("{\"items\":" + list(300, 0) + "}").toByteArray());
        CallDecision.Forward first =
                (CallDecision.Forward) structured.plimsoll().classify(call, tool, Slice.of("{}"));
        Outcome outcome = structured.plimsoll().guard(first.call(), RawResult.of(Slice.of(result)));
        String cursor = new Answered(outcome.result().toByteArray(), outcome.receipt()).nextCursor();
        CallDecision.Forward again =
                (CallDecision.Forward) structured.plimsoll().classify(call, tool, Slice.of(since(cursor)));
        Outcome same = structured.plimsoll().guard(again.call(), RawResult.of(Slice.of(result)));
        Answered answered = new Answered(same.result().toByteArray(), same.receipt());
        if (schema == OutputSchema.WIDEN) {
            assertThat(Objects.requireNonNull(answered.structured()).utf8())
                    .startsWith("{\"notice\":\"Unchanged: ")
                    .endsWith("\"unchanged\":true}");
        }
        assertThat(text(answered)).startsWith("Unchanged: list_things returns the same");
    }

    @Test
    void isRefusedIfStructuredContentMustKeepItsForm() {
        Engine sliced = Engine.of(POLICY.with(Policy.OUTPUT_SCHEMA, OutputSchema.SLICE), ClientFeatures.current());
        tool = tool("list_things", READ_ONLY + ",\"outputSchema\":{\"type\":\"object\"}");
        CallDecision decision = sliced.plimsoll().classify(call, tool, Slice.of("{\"changes_since\":\"x\"}"));
        assertThat(((CallDecision.Answer) decision).outcome().result().utf8()).contains("keep their own form");
    }

    @Test
    void readToolRefusesTheArgument() {
        String cursor = Objects.requireNonNull(call("{}", list(500, 0)).nextCursor());
        assertThat(text(engine.read(cursor, "\"changes_since\":\"" + cursor + "\"")))
                .contains("changes_since is an argument of the tool");
    }

    @Test
    void listsTheArgumentOnlyIfThePolicyAllowsIt() {
        ToolPolicy policy = new ToolPolicy(POLICY, true);
        ToolPolicy plain = new ToolPolicy(POLICY.with(Policy.CHANGES_SINCE, false), true);
        assertThat(tool.clientEntry(policy, ClientFeatures.current()).utf8())
                .contains("\"state\":{\"type\":\"string\"},\"changes_since\":{\"type\":\"string\"");
        assertThat(tool.clientEntry(plain, ClientFeatures.current()).utf8()).doesNotContain("changes_since");
        assertThat(tool("put", "\"annotations\":{}")
                        .clientEntry(policy, ClientFeatures.current())
                        .utf8())
                .doesNotContain("changes_since");
        ListedTool own = ListedTool.of(Slice.of("{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
                + "{\"changes_since\":{\"type\":\"integer\"}}}," + READ_ONLY + "}"));
        assertThat(own.clientEntry(policy, ClientFeatures.current()).utf8()).doesNotContain("cursor of");
    }

    @Test
    void aToolWithItsOwnArgumentOfThisNameGetsIt() {
        tool = ListedTool.of(Slice.of("{\"name\":\"list_things\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
                + "{\"changes_since\":{\"type\":\"integer\"}}}," + READ_ONLY + "}"));
        CallDecision.Forward forward = (CallDecision.Forward) decide("{\"changes_since\":7}");
        assertThat(Objects.requireNonNull(forward.arguments()).utf8()).isEqualTo("{\"changes_since\":7}");
    }
}
