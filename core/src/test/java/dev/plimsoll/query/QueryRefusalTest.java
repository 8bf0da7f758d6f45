package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which queries are refused, with their messages. */
@NullMarked
class QueryRefusalTest {

    private static final QueryLimits TIGHT_LIMITS = new QueryLimits(10_000, 200_000, 1 << 20, 10_000);

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            .a | selct(.b)       => selct/1 is not defined => did you mean select?
            .a | map(            => unexpected end => check brackets
            .a ] | .b            => unexpected ']' => check brackets
            map(.a; .b)          => map got 2 arguments => map takes 1 arguments
            $x + 1               => $x is not defined => bind it first
            . as $abc | $abd     => $abd is not defined => did you mean $abc?
            @jsn "x"             => @jsn is not a format => @json
            "abc                 => is not closed => close it
            "a\\q"               => unknown escape => a backslash is written
            .a.?                 => unexpected '?' => check brackets
            input | .a           => 'input' is not supported => not supported are
            $ENV.HOME            => '$ENV' is not supported => not supported are
            import "a" as b; .   => 'import' is not supported => not supported are
            break $out           => there is no label => label $out
            {a: 1, b: }          => unexpected '}' => check brackets
            if . then 1          => unexpected end => check brackets
            1 == 1 == 1          => unexpected '==' => check brackets
            .a § .b              => unexpected character => quote names
            """)
    void reportsSyntaxErrorsWithPositionAndSuggestion(String expression, String message, String suggestion) {
        RefusedException refused = refused("{}", expression, QueryLimits.DEFAULT);

        assertThat(refused.code()).isEqualTo(ErrorCode.QUERY_INVALID);
        assertThat(refused).hasMessageContaining(message).hasMessageContaining(" at character ");
        assertThat(json(refused)).contains(suggestion.replace("\"", "\\\""));
    }

    @Test
    void marksThePositionOfAnError() {
        RefusedException refused = refused("{}", ".items | selct(.a)", QueryLimits.DEFAULT);

        assertThat(refused).hasMessageEndingWith("\n  .items | selct(.a)\n           ^");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            .n.a             => Cannot index number with "a"
            .xs.a            => Cannot index array with "a"
            .[0]             => Cannot index object with number
            .n[]             => Cannot iterate over number (5)
            .n + "x"         => number (5) and string ("x") cannot be added
            .long + 1        => string ("abcdefghij...) and number (1) cannot be added
            .n / 0           => number (5) and number (0) cannot be divided because the divisor is zero
            .xs | implode    => string ("a") can't be imploded
            error("mine")    => mine
            error({a: 1})    => {"a":1} (not a string)
            .n | test("a")   => number (5) cannot be matched, as it is not a string
            "a" | test("(a)\\\\1") => is not a valid regex: a backreference
            "a" | test("[a-\uFFFD]"; "i") => whose case cannot be ignored
            "a" | test("(?=a)")    => lookaround
            "a" | test("(a{1000}){1000}") => too large
            "a" | test("a"; "y")   => y is not a valid modifier string
            path(1 | .a)     => Invalid path expression
            {(.n): 1}        => Cannot use number (5) as object key
            """)
    void reportsRuntimeErrorsLikeJq(String expression, String message) {
        RefusedException refused =
                refused("{\"n\": 5, \"xs\": [\"a\"], \"long\": \"abcdefghijklmnop\"}", expression, QueryLimits.DEFAULT);

        assertThat(refused.code()).isEqualTo(ErrorCode.QUERY_INVALID);
        assertThat(refused).hasMessageStartingWith("query: ").hasMessageContaining(message);
    }

    @Test
    void suggestsExistingFields() {
        RefusedException refused = refused("{\"items\": [], \"total\": 3}", ".itms[] | .id", QueryLimits.DEFAULT);

        assertThat(refused).hasMessageContaining("Cannot iterate over null").hasMessageContaining("no field \"itms\"");
        assertThat(json(refused)).contains("\"fields\":\"items, total\"").contains("did you mean .items?");
    }

    @ParameterizedTest
    @CsvSource({
        "'[range(1e9)]', steps",
        "'[range(1e9)] | length', steps",
        "'last(range(1e9))', steps",
        "'def f: f; f', depth",
        "'reduce range(1e6) as $i (null; [.])', depth",
        "'[range(30000) | {a: .}]', memory",
        "'\"x\" * 100000000', memory",
        "'range(9000)', output",
        "'[range(9000)]', output",
        "'repeat(1)', output",
        "'[limit(1e9; repeat(1))]', steps",
        "'[recurse(., .)]', depth",
        "'until(false; .)', steps",
        "'[[range(50000)] | .[] as $x | .[]]', steps",
        "'\"a\" | gsub(\"\"; \"a\") | until(false; gsub(\"a\"; \"aa\"))', memory"
    })
    void stopsAtEachLimit(String expression, String limit) {
        RefusedException refused = refused("null", expression, TIGHT_LIMITS);

        assertThat(refused.code()).isEqualTo(ErrorCode.QUERY_LIMIT);
        assertThat(json(refused)).contains("\"limit\":\"");
        // the query may reach the limit of steps or memory before the expected one
        assertThat(refused.getMessage()).containsAnyOf("(limit " + limit + ")", "(limit steps)", "(limit memory)");
    }

    @Test
    void stopsAtTheTimeLimit() {
        QueryLimits quick = new QueryLimits(1, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

        assertThat(refused("null", "last(range(1e12))", quick))
                .hasMessage("the query needs more than 1 ms (limit timeMs)");
    }

    @Test
    void tryDoesNotCatchLimits() {
        assertThat(refused("null", "try last(range(1e9)) catch 1", TIGHT_LIMITS).code())
                .isEqualTo(ErrorCode.QUERY_LIMIT);
        assertThat(refused("null", "[last(range(1e9))?] // 1", TIGHT_LIMITS).code())
                .isEqualTo(ErrorCode.QUERY_LIMIT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                "[..] | length",
                "tojson | length",
                "[paths] | length",
                "walk(.)",
                "flatten",
                ". == .",
                "[., .] | unique",
                "tostream",
                "[.., ..] | sort | length",
                "getpath([range(1000) | 0])",
                "def f: .[]? | f; f",
                "map_values(.)",
                "del(..)",
                ".. |= .",
                "add",
                "contains(.)",
                "first(..)",
                "[limit(5; ..)] | length",
                "[leaf_paths]",
                "@json",
                "to_entries",
                "group_by(.)",
                "min",
                "inside(.)"
            })
    void answersOrRefusesDeepDocuments(String expression) {
        int depth = 100_000;
        QueryLimits limits = new QueryLimits(20_000, 3_000_000, 64 << 20, 8 << 20);
        for (String document :
                new String[] {"[".repeat(depth) + "]".repeat(depth), "{\"a\":".repeat(depth) + "1" + "}".repeat(depth)
                }) {
            Throwable thrown = catchThrowable(
                    () -> Query.parse(expression).run(QueryInput.json(Slice.of(document), Instant.EPOCH), limits));

            if (thrown != null) {
                assertThat(thrown).isInstanceOf(RefusedException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "[",
                "{a:",
                "-",
                "try ",
                "if 1 then ",
                "1 as $x | ",
                "\"\\(",
                "def f: ",
                "1+",
                "1|",
                "1//",
                ".[",
                "reduce ",
                ". as ["
            })
    void refusesDeepExpressions(String part) {
        assertThat(refused("null", part.repeat(19_000 / part.length()) + "1", QueryLimits.DEFAULT)
                        .code())
                .isEqualTo(ErrorCode.QUERY_INVALID);
        assertThat(refused("null", part.repeat(100_000), QueryLimits.DEFAULT)).hasMessageContaining("too long");
    }

    @Test
    void throwsOnlyRefusalsForMutatedExpressions() {
        Random random = new Random(7);
        GeneratedQueries generated = new GeneratedQueries(7);
        String document = generated.document();
        for (int i = 0; i < 3_000; i++) {
            StringBuilder expression = new StringBuilder(generated.expression());
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                int at = random.nextInt(expression.length());
                if (random.nextBoolean()) {
                    expression.deleteCharAt(at);
                    expression.append(' ');
                } else {
                    expression.insert(at, "()[]{}|,.;:$@\"\\?/=+-#aé ".charAt(random.nextInt(24)));
                }
            }
            Throwable thrown = catchThrowable(() -> Query.parse(expression.toString())
                    .run(QueryInput.json(Slice.of(document), Instant.EPOCH), TIGHT_LIMITS));
            if (thrown != null) {
                assertThat(thrown).as(expression.toString()).isInstanceOf(RefusedException.class);
            }
        }
    }

    private static RefusedException refused(String document, String expression, QueryLimits limits) {
        RefusedException refused = catchThrowableOfType(
                RefusedException.class,
                () -> Query.parse(expression).run(QueryInput.json(Slice.of(document), Instant.EPOCH), limits));
        assertThat(refused).as(expression).isNotNull();
        return refused;
    }

    private static String json(RefusedException refused) {
        return new String(refused.json(), StandardCharsets.UTF_8);
    }
}
