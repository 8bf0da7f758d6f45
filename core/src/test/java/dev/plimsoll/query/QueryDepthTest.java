package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the maximum depth fits into half a megabyte of stack, for every kind of recursion. */
@NullMarked
class QueryDepthTest {

    private static final int STACK_BYTES = 512 * 1024;
    private static final QueryLimits LIMITS = new QueryLimits(20_000, 5_000_000, 64 << 20, 8 << 20);

    private static final List<String> FUNCTION_BODIES = List.of(
            "f",
            "1 + f",
            "[f]",
            "{a: f}",
            "{a: f, b: (1, 2)}",
            ". as [$a] | f",
            ". as {a: [$b, $c]} | f",
            "reduce f as $x (0; 1)",
            "reduce 1 as $x (0; f)",
            "foreach (1, 2) as $x (0; f; .)",
            "first(f)",
            "last(f)",
            "[1] | [.[] | f]",
            "try f catch .",
            "label $x | f",
            "if . then 1 else f end",
            "if f then 1 else 2 end",
            "limit(1; f)",
            "path(f)",
            ".a |= f",
            ".a += f",
            ".a = f",
            "f, f",
            "\"\\(f)\"",
            "\"\\(1, 2)\\(f)\"",
            "\"a\" | sub(\"a\"; f)",
            "[1] | map(f)",
            "{a: 1} | with_entries(f)",
            "-f",
            "f and f",
            "f // f",
            "any(f; .)",
            "[1, 2] | sort_by(f)",
            "[1, 2] | group_by(f)",
            "range(f)",
            "recurse(f)",
            "recurse(., f)",
            "walk(f)",
            "getpath(f)",
            ".[f]",
            ".[f:f]",
            "@base64 \"\\(f)\"",
            "pow(f; f)",
            "del(f)",
            "1 as $x | 2 as $y | f",
            "f | f",
            "(1, 2) as [$x] ?// $x | f",
            "def g: f; g",
            "f == f",
            "[1] | test(f)",
            "tostream | f",
            "until(f; f)",
            "-(1, f)",
            "(null, 2) or (1, f)",
            "ltrimstr(1, f)",
            "label $x | label $y | f",
            "foreach 1 as $x (0; 1; f)",
            "null | path(.a[1:2] | f)",
            "null | path(if .a then 1 else .b | f end)",
            "null | . as {(\"a\", \"b\"): $x} | f",
            "null | . as [[$a]] ?// {a: $a} ?// $a | f",
            "null | .[0:1] |= f");

    /** Expressions without functions, whose nodes stay on the stack while later stages run. */
    private static final List<String> STAGES = List.of(
            ".a.a.a.a.a",
            "limit(1; limit(1; limit(1; .)))",
            "(.a | .b[1:2] | .c?)",
            "(if .a then .b else .c end)",
            "(.a |= 1)",
            "(.a = (1, empty))",
            "(1, empty) + (2, empty)",
            "(reduce 1 as [$x] (0; 1))",
            "(foreach 1 as $x (0; 1; .))",
            "{(\"a\", empty): 1}",
            "(label $x | try (1, break $x))");

    private static final List<String> DEEP_EXPRESSIONS = List.of(
            "reduce range(9000) as $i (null; [.])",
            "reduce range(9000) as $i (null; [.]) | tojson",
            "(reduce range(9000) as $i (null; [.])) as $x | $x == $x",
            "reduce range(9000) as $i (null; {a: .}) | flatten",
            "(reduce range(9000) as $i (null; {a: .})) as $x | $x * $x | length",
            "(reduce range(9000) as $i (null; {a: .})) as $x | $x | contains($x)",
            "[reduce range(9000) as $i (null; [.])] | unique",
            "[range(9000) | 0] as $p | null | setpath($p; 1)",
            "recurse(., .)",
            "def f(x): x | f(x | .); f(.)",
            "def f(g): f(g | g); f(.)",
            "[range(9000)] | combinations | length",
            "delpaths([[range(9000) | 0]])");

    static Stream<String> expressions() {
        return Stream.of(
                        FUNCTION_BODIES.stream().map(body -> "def f: " + body + "; f"),
                        DEEP_EXPRESSIONS.stream(),
                        STAGES.stream().flatMap(QueryDepthTest::repeatStage))
                .flatMap(expressions -> expressions);
    }

    private static Stream<String> repeatStage(String stage) {
        return Stream.of(50, 100, 130, 150, 200, 300, 400)
                .map(count -> String.join(" | ", Collections.nCopies(count, stage)))
                .flatMap(pipe -> Stream.of("null | " + pipe, "null | [path(" + pipe + ")]"));
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void neverOverflowsTheStack(String expression) throws InterruptedException {
        @Nullable Throwable[] thrown = new @Nullable Throwable[1];
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        Query.parse(expression)
                                .run(QueryInput.json(Slice.of("[[1], {\"a\": 2}]"), Instant.EPOCH), LIMITS);
                    } catch (RefusedException | StackOverflowError e) {
                        thrown[0] = e;
                    }
                },
                "small-stack",
                STACK_BYTES);
        thread.start();
        thread.join();

        if (thrown[0] != null) {
            assertThat(thrown[0]).isInstanceOf(RefusedException.class);
            // the limit of depth stops the query before the stack overflows
            assertThat(thrown[0].getMessage()).doesNotContain("than is available");
        }
    }
}
