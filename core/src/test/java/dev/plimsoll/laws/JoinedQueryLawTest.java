package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Members;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks queries of several expressions and several snapshots through the whole engine. */
class JoinedQueryLawTest {

    private static final Policy POLICY = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 1_000);

    private final Engine engine = Engine.of(POLICY, ClientFeatures.current());
    private final String customers = cursor(engine, list(400, "customer", 400));
    private final String orders =
            cursor(engine.as(ToolCall.of("server", "list_orders", "caller")), list(600, "order", 7));

    private static String list(int count, String word, int owners) {
        StringBuilder items = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            items.append(i == 0 ? "" : ",")
                    .append("{\"id\":")
                    .append(i)
                    .append(",\"owner\":")
                    .append(i % owners)
                    .append(",\"name\":\"")
                    .append(word)
                    .append(" number ")
                    .append(i)
                    .append("\"}");
        }
        return items.append("]").toString();
    }

    private static String cursor(Engine engine, String list) {
        return Objects.requireNonNull(engine.guard(SampleResults.text(list.getBytes(StandardCharsets.UTF_8)))
                .nextCursor());
    }

    private static String query(String query, String name, String cursor) {
        return "\"query\":" + query + ",\"with\":{\"" + name + "\":\"" + cursor + "\"}";
    }

    private static String results(Answered answered) {
        assertThat(answered.isError()).as("%s", answered).isFalse();
        return Objects.requireNonNull(Members.get(answered.texts().get(0), "results"))
                .utf8();
    }

    private static Fields error(Answered answered) {
        assertThat(answered.isError()).as("%s", answered).isTrue();
        return new Fields(Objects.requireNonNull(Members.get(answered.texts().get(0), "error")));
    }

    @Test
    void severalExpressionsReadSeveralSnapshots() {
        String query =
                "{\"customers\":\"length\",\"orders\":\"$orders | length\",\"both\":\"length, ($orders|length)\"}";

        assertThat(results(engine.read(customers, query(query, "orders", orders))))
                .isEqualTo("{\"customers\":400,\"orders\":600,\"both\":[400,600]}");
        assertThat(results(engine.read(customers, query(JsonStrings.of(query), "orders", orders))))
                .isEqualTo("{\"customers\":400,\"orders\":600,\"both\":[400,600]}");
    }

    @Test
    void aSnapshotJoinsItself() {
        assertThat(results(engine.read(customers, query("\"$me == .\"", "me", customers))))
                .isEqualTo("[true]");
    }

    @Test
    void pagesOfALongOutputJoin() {
        String query = "\"[$orders[] as $o | {name: .[$o.owner].name, order: $o.id}]\"";
        Answered page = engine.read(customers, query(query, "orders", orders));
        int items = 0;
        int pages = 0;
        assertThat(new Fields(page.texts().get(0)).number("totalCount")).isEqualTo(600);
        while (true) {
            items += results(page).split("\\{").length - 1;
            pages++;
            String next = page.nextCursor();
            if (next == null) {
                break;
            }
            assertThat(results(engine.read(next))).isEqualTo(results(engine.read(next)));
            page = engine.read(next);
        }
        assertThat(items).isEqualTo(600);
        assertThat(pages).isGreaterThan(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void aMistypedCursorIsNamed(String cursor) {
        Fields error = error(engine.read(customers, query("\"$orders\"", "orders", cursor)));

        assertThat(error.text("code")).isEqualTo("CURSOR_INVALID");
        assertThat(error.text("message")).startsWith("with orders: ");
        assertThat(new Fields(error.get("details")).text("name")).isEqualTo("orders");
    }

    @Test
    void aCursorOfAnotherCallerLooksLikeAMistypedOne() {
        Engine other = engine.as(ToolCall.of("server", "list_orders", "other caller"));
        String cursorOfOther = cursor(other, list(600, "order", 7));
        Fields error = error(engine.read(customers, query("\"$orders\"", "orders", cursorOfOther)));
        Fields mistyped = error(engine.read(customers, query("\"$orders\"", "orders", "nonsense")));

        assertThat(error.text("code")).isEqualTo("CURSOR_INVALID");
        assertThat(error.text("message")).isEqualTo(mistyped.text("message"));
    }

    @Test
    void anExpiredCursorIsNamed() {
        Duration overHalfOfTtl = Duration.ofMinutes(8);
        String query = query("\"[$orders[] | {id, name}]\"", "orders", orders);
        String next = Objects.requireNonNull(engine.read(customers, query).nextCursor());
        engine.clock.advance(overHalfOfTtl);
        // a page of the query keeps both snapshots alive
        assertThat(engine.read(next).isError()).isFalse();
        engine.clock.advance(overHalfOfTtl);
        assertThat(engine.read(next).isError()).isFalse();
        engine.clock.advance(overHalfOfTtl);
        assertThat(engine.read(customers).isError()).isFalse();
        engine.clock.advance(overHalfOfTtl);

        Fields error = error(engine.read(customers, query));
        assertThat(error.text("code")).isEqualTo("CURSOR_EXPIRED");
        assertThat(error.text("message")).startsWith("with orders: the cursor has expired");
    }

    @Test
    void theTierIsChecked() {
        Engine reader = engine.as(engine.call
                .withHints(ToolHints.READ_ONLY)
                .withSettings(engine.call.settings().withTier(Tier.READ)));
        String readable = cursor(reader, list(400, "x", 4));
        // a tool without hints counts as one that writes
        String writes = cursor(engine.as(ToolCall.of("server", "delete_orders", "caller")), list(600, "order", 7));

        Fields error = error(reader.read(readable, query("\"$orders\"", "orders", writes)));
        assertThat(error.text("code")).isEqualTo("FORBIDDEN");
        assertThat(error.text("message")).startsWith("with orders: ");
    }

    @Test
    void argumentWithAloneKeepsTheQueryOfTheCursor() {
        String next = Objects.requireNonNull(
                engine.read(customers, query("\"[$x[] | .name]\"", "x", orders)).nextCursor());

        assertThat(new Fields(engine.read(next, "\"with\":{\"x\":\"" + customers + "\"}")
                                .texts()
                                .get(0))
                        .number("totalCount"))
                .isEqualTo(400);
        assertThat(error(engine.read(customers, "\"with\":{\"x\":\"" + orders + "\"}"))
                        .text("message"))
                .isEqualTo("with needs query");
    }

    @Test
    void firstCallAcceptsNamedQueriesAndOtherSnapshots() {
        byte[] result = SampleResults.text(list(400, "customer", 4).getBytes(StandardCharsets.UTF_8));
        Answered answered = engine.guardWithView(
                result,
                "{\"query\":{\"n\":\"length\",\"orders\":\"$orders | length\",\"typo\":\"map(.nam) | length\"},\"with\":{\"orders\":\""
                        + orders + "\"}}");

        assertThat(results(answered)).isEqualTo("{\"n\":400,\"orders\":600,\"typo\":400}");
        assertThat(answered.texts().get(0).utf8())
                .contains("\"warnings\":[\"typo: no record has \\\"nam\\\"; did you mean \\\"name\\\"?\"]");
    }

    @Test
    void warningsPrecedeTheResults() {
        assertThat(engine.read(customers, "\"query\":\"map(.nam) | unique\"")
                        .texts()
                        .get(0)
                        .utf8())
                .isEqualTo(
                        "{\"warnings\":[\"no record has \\\"nam\\\"; did you mean \\\"name\\\"?\"],\"results\":[[null]]}");
    }

    @Test
    void aLongNamedValueIsFoldedWithinTheBudget() {
        Answered answered = engine.read(customers, "\"query\":{\"n\":\"length\",\"all\":\".\",\"last\":\".[-1].id\"}");
        Fields fields = new Fields(answered.texts().get(0));

        assertThat(results(answered)).startsWith("{\"n\":400,\"all\":").endsWith("}");
        assertThat(fields.number("totalResults")).isEqualTo(3);
        assertThat(answered.receipt().answerTokens()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void theOriginalIsAVariable() {
        String csv = "id,name\n" + "1,Ann\n2,Bo\n3,Cy\n".repeat(300);
        String cursor = cursor(engine, csv);

        assertThat(results(engine.read(cursor, "\"query\":\"[.[0].name, $original[:2]]\"")))
                .isEqualTo("[[\"Ann\",[\"id,name\",\"1,Ann\"]]]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".[0].name + 1",
                "map(.owner.x)",
                ".x",
                ".a |",
                "input",
                ".[] | fromjson",
                "$nothing",
                "map(.nam[])"
            })
    void anErrorSaysWhatTheInputIsAndShowsAnExpressionThatWorks(String expression) {
        for (String list : new String[] {
            list(400, "customer", 4),
            "{\"total\":3,\"a b\":" + list(400, "customer", 4) + "}",
            "{\"a\":{\"b\":\"" + "some words here ".repeat(3_000) + "\"}}",
            "[" + "\"some text\",".repeat(1_000) + "1]",
            "one line\n".repeat(2_000)
        }) {
            String cursor = cursor(engine, list);
            Answered answered = engine.read(cursor, "\"query\":" + JsonStrings.of(expression));
            if (!answered.isError()) {
                continue;
            }
            Fields error = error(answered);
            Fields details = new Fields(error.get("details"));
            assertThat(error.text("code")).isEqualTo("QUERY_INVALID");
            assertThat(details.text("input")).startsWith(". is a");
            assertThat(error.text("message")).contains(" at character ");
            String suggestion = details.text("suggestion");
            String works = suggestion.substring(suggestion.indexOf("this works here: ") + "this works here: ".length());
            Answered second = engine.read(cursor, "\"query\":" + JsonStrings.of(works));
            assertThat(second.isError()).as(works).isFalse();
            assertThat(results(second)).as(works).doesNotContain("null").isNotEqualTo("[[]]");
        }
    }
}
