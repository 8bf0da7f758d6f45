package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.testkit.sample.SampleResults;
import dev.plimsoll.view.View;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests stored queries, which a rule of the policy names, in follow-up reads. */
@NullMarked
class StoredQueryTest {

    private static final Policy POLICY = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 1_000);
    private static final String QUERIES = "{\"mine\":{\"query\":\"[.[] | select(.owner == $owner)] | length\","
            + "\"parameters\":{\"owner\":{\"type\":\"integer\"}}},"
            + "\"some\":{\"query\":\".[:$n][] | .id\",\"parameters\":{\"n\":{\"type\":\"integer\",\"default\":3}}},"
            + "\"few\":{\"query\":\".[:$n]\",\"parameters\":{\"n\":{\"type\":\"integer\",\"default\":1}}},"
            + "\"total\":\"length\"}";

    private final Engine engine = engine(QUERIES);
    private final Answered first = engine.guard(SampleResults.text(list().getBytes(StandardCharsets.UTF_8)));
    private final String cursor = Objects.requireNonNull(first.nextCursor());

    private static Engine engine(String queries) {
        PolicyRule rule = new PolicyRule("list_*", policy -> policy.with(Policy.QUERIES, queries));
        return Engine.of(new Policies(POLICY, List.of(rule)), ClientFeatures.current());
    }

    private static String list() {
        StringBuilder items = new StringBuilder("[");
        for (int i = 0; i < 600; i++) {
            items.append(i == 0 ? "" : ",").append("{\"id\":").append(i).append(",\"owner\":");
            items.append(i % 7).append(",\"name\":\"thing number ").append(i).append("\"}");
        }
        return items.append("]").toString();
    }

    private static String text(Answered answered) {
        return answered.texts().get(0).utf8();
    }

    private static String results(Answered answered) {
        assertThat(answered.isError()).as("%s", answered).isFalse();
        return Objects.requireNonNull(Members.get(answered.texts().get(0), "results"))
                .utf8();
    }

    @Test
    void firstAnswerListsTheStoredQueries() {
        assertThat(text(first))
                .contains("\"queries\":\"mine {owner}; some {n: 3}; few {n: 1}; total (as query, with args)\"");
        assertThat(text(engine.read(cursor))).doesNotContain("\"queries\"");
        assertThat(text(engine("").guard(SampleResults.text(list().getBytes(StandardCharsets.UTF_8)))))
                .doesNotContain("\"queries\"");
    }

    @Test
    void theNameIsEnoughAsAQuery() {
        assertThat(results(engine.read(cursor, "\"query\":\" mine \",\"args\":{\"owner\":3}")))
                .isEqualTo("[86]");
        assertThat(results(engine.read(cursor, "\"query\":\"total\""))).isEqualTo("[600]");
        assertThat(results(engine.read(
                        cursor,
                        "\"query\":{\"a\":\"total\",\"b\":\"mine\",\"c\":\"$owner\"}," + "\"args\":{\"owner\":3}")))
                .isEqualTo("{\"a\":600,\"b\":86,\"c\":3}");
    }

    @Test
    void argumentsAreDataAndNeverPartsOfTheQuery() {
        String hostile = "\"query\":\"[.[] | select(.name == $name)] | length\",\"args\":{\"name\":";
        assertThat(results(engine.read(cursor, hostile + "\"thing number 7\"}")))
                .isEqualTo("[1]");
        assertThat(results(engine.read(cursor, hostile + "\"\\\") | error(\\\"x\"}")))
                .isEqualTo("[0]");
        assertThat(results(engine.read(cursor, "\"query\":\"$x\",\"args\":{\"x\":{\"n\":1.10}}")))
                .isEqualTo("[{\"n\":1.10}]");
    }

    @Test
    void pagesOfAStoredQueryKeepItsValues() {
        Answered page = engine.read(cursor, "\"query\":\"some\",\"args\":{\"n\":40},\"page_size\":15");
        assertThat(results(page)).startsWith("[0,1,").endsWith("14]");
        assertThat(results(engine.read(Objects.requireNonNull(page.nextCursor()))))
                .startsWith("[15,");
    }

    @Test
    void nullMeansThatAParameterIsNotGiven() {
        assertThat(results(engine.read(cursor, "\"query\":\"some\",\"args\":{\"n\":null}")))
                .isEqualTo("[0,1,2]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"query\":\"mine\" | args: owner is missing",
                "\"query\":\"mine\",\"args\":{\"owner\":\"3\"} | args: owner must be an integer, got \\\"3\\\"",
                "\"query\":\"total\",\"args\":{\"owner\":3} | args: total has no parameter owner",
                "\"query\":{\"a\":\"some\",\"b\":\"few\"} | args: n has different defaults in some and few",
                "\"args\":{\"owner\":3} | args needs query",
                "\"query\":\".\",\"args\":[3] | args must be an object",
                "\"query\":\".\",\"args\":{\"original\":3} | original cannot be the name of a variable",
                "\"query\":\"totall\" | did you mean total?; to run a stored query, give only its name",
                "\"query\":\"mine(3)\" | to run a stored query, give only its name, and its parameters in args: mine {owner}; some {n: 3}",
            })
    void refusalsNameTheStoredQueries(String arguments, String message) {
        Answered refused = engine.read(cursor, arguments);
        assertThat(refused.isError()).isTrue();
        assertThat(text(refused)).contains(message);
    }

    @Test
    void storedSnapshotsDoNotContainTheStoredQueries() {
        Slice view = View.forFirstAnswer(POLICY.with(Policy.QUERIES, QUERIES), POLICY.budget(0))
                .encode();
        assertThat(view.utf8()).doesNotContain("mine");
    }

    @Test
    void parametersOfAHeavyToolShapeItsFirstAnswer() {
        Answered answered = engine.guardWithView(
                SampleResults.text(list().getBytes(StandardCharsets.UTF_8)),
                "{\"query\":\"mine\",\"args\":{\"owner\":3}}");
        assertThat(results(answered)).isEqualTo("[86]");
    }
}
