package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests queries with several named expressions, variables that contain other documents, and the positions in
 * error messages. */
@NullMarked
class NamedQueryTest {

    private static final QueryInput INPUT =
            QueryInput.json(Slice.of("{\"xs\": [3, 1.10, 2], \"name\": \"n\"}"), Instant.EPOCH);

    private static Map<String, String> expressions(String... pairs) {
        Map<String, String> expressions = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            expressions.put(pairs[i], pairs[i + 1]);
        }
        return expressions;
    }

    private static RefusedException refused(Map<String, String> expressions, QueryInput input, QueryLimits limits) {
        return catchThrowableOfType(
                RefusedException.class,
                () -> Query.parse(expressions, List.of()).run(input, limits));
    }

    private static RefusedException refused(String document, String expression) {
        return refused(Map.of("", expression), QueryInput.json(Slice.of(document), Instant.EPOCH), QueryLimits.DEFAULT);
    }

    private static String json(RefusedException refused) {
        return new String(refused.json(), StandardCharsets.UTF_8);
    }

    @Test
    void writesASingleOutputAsValueAndSeveralAsArray() {
        QueryOutputs outputs = Query.parse(
                        expressions("first", ".xs[1]", "all", ".xs[]", "none", "empty", "list", ".xs", "a\"b", "1 / 4"),
                        List.of())
                .run(INPUT, QueryLimits.DEFAULT);

        assertThat(outputs.isNamed()).isTrue();
        assertThat(outputs.count()).isEqualTo(1);
        assertThat(outputs.get(0).utf8())
                .isEqualTo("{\"first\":1.10,\"all\":[3,1.10,2],\"none\":[],\"list\":[3, 1.10, 2],\"a\\\"b\":0.25}");
    }

    @Test
    void variablesHoldOtherDocuments() {
        Query query =
                Query.parse(Map.of("", "[length, ($orders | length), $log[1]]"), List.of("orders", "log", "unused"));
        QueryInput input = INPUT.withVariables(Map.of(
                "orders", new QueryInput.Source(Slice.of("[1, 2, 3]"), false),
                "log", new QueryInput.Source(Slice.of("one\ntwo"), true)));

        assertThat(query.run(input, QueryLimits.DEFAULT).get(0).utf8()).isEqualTo("[2,3,\"two\"]");
    }

    @Test
    void functionsOfTheExpressionSeeVariables() {
        Query query = Query.parse(Map.of("", "def f(x): x + $n[0]; [f(1), (2 as $y | f($y)), IN($n[])]"), List.of("n"));
        QueryInput input = QueryInput.json(Slice.of("10"), Instant.EPOCH)
                .withVariables(Map.of("n", new QueryInput.Source(Slice.of("[10]"), false)));

        assertThat(query.run(input, QueryLimits.DEFAULT).get(0).utf8()).isEqualTo("[11,12,true]");
    }

    @Test
    void errorsNameTheExpression() {
        RefusedException syntax = refused(expressions("ok", ".", "bad", ".a |"), INPUT, QueryLimits.DEFAULT);
        RefusedException failed = refused(expressions("ok", ".", "top", ".name + 1"), INPUT, QueryLimits.DEFAULT);

        assertThat(syntax).hasMessageStartingWith("query bad: unexpected end");
        assertThat(json(syntax)).contains("\"name\":\"bad\"", "\"suggestion\":\"check brackets");
        assertThat(failed)
                .hasMessage("query top: string (\"n\") and number (1) cannot be added, at character 1: .name + 1");
        assertThat(json(failed)).contains("\"name\":\"top\"");
    }

    @Test
    void limitsApplyToAllExpressionsTogether() {
        QueryLimits limits = new QueryLimits(10_000, 1_000_000, 1 << 20, 10_000);
        Map<String, String> half = expressions("a", "[range(1300)]");
        Map<String, String> both = expressions("a", "[range(1300)]", "b", "[range(1300)]");

        assertThat(refused(half, INPUT, limits)).isNull();
        assertThat(refused(both, INPUT, limits).code()).isEqualTo(ErrorCode.QUERY_LIMIT);
        assertThat(refused(both, INPUT, limits)).hasMessageStartingWith("query b: the query needs more than");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            .a | map(.b + 1)                        => at character 10: .b + 1
            .a | map(.b.c)                          => at character 10: .b.c
            [.a[] | {x: (.b | tonumber)}]           => at character 19: tonumber
            .a | map(select(.b > 1 and (.b / 0)))   => at character 29: .b / 0
            .a | sort_by(.b.c)                      => at character 14: .b.c
            .a | .[0] | map(length) | .x            => at character 27: .x
            .n | map(.)                             => at character 6: map(.)
            .n[]                                    => at character 1: .n[]
            -.t                                     => at character 1: -.t
            .t | todate                             => at character 6: todate
            def f: .b + 1; .a[] | f                 => at character 8: .b + 1
            .a | map({(.b | length): 1})            => at character 10: {(.b | length): 1}
            .a[] as [$x] | $x                       => Cannot index object with number
            .t | test("[")                          => at character 6: test("[")
            error("mine")                           => at character 1: error("mine")
            .t | fromcsv | .x                       => at character 16: .x
            .a | map(.b |= error("no"))             => at character 16: error("no")
            """)
    void showsWhereAnExpressionFailed(String expression, String position) {
        RefusedException refused = refused("{\"a\": [{\"b\": \"x\"}], \"n\": 5, \"t\": \"text\"}", expression);

        assertThat(refused).hasMessageContaining(position);
    }

    @Test
    void showsTheLineIfThereAreSeveral() {
        RefusedException refused = refused("{\"a\": \"x\"}", ". as $d\n| [1,\n   $d.a + 1]");

        assertThat(refused).hasMessageEndingWith("at line 3, character 4: $d.a + 1");
        assertThat(json(refused)).contains("\"failed\":\"$d.a + 1\"");
    }
}
