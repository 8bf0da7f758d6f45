package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the outputs of expressions. {@link JqOracleTest} covers the breadth; this class covers edge cases and
 * extensions.
 */
@NullMarked
class QueryTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            .                                          => {"a": 1}
            .a                                         => 1
            ."a"                                       => 1
            .["a"]                                     => 1
            .b                                         => null
            [..]                                       => [{"a": 1},1]
            {a, "b": 2, (.a | tostring): 3}            => {"a":1,"b":2,"1":3}
            {"x\\(1 + 1)": .a}                         => {"x2":1}
            [.[] as $x | $x, $x + 1]                   => [1,2]
            . as {a: $x} | $x                          => 1
            . as {$a: $b} | [$a, $b]                   => [1,1]
            [1, [2]] as [$p, [$q]] | {$p, $q}          => {"p":1,"q":2}
            [.a?, (.a.b)?, .c.d?]                      => [1,null]
            [.[0]?, .[(0, "a")]?, ."x\\(1)"?]            => [1,null]
            {p: 1} as $o | ($o + {q: 2}), ($o + {r: 3}), $o => {"p":1,"q":2},{"p":1,"r":3},{"p":1}
            ([range(12) | {"k\\(.)": .}] | add) as $o | [range(40) as $i | $o + {"n\\($i)": $i} | length] | unique => [13]
            .a as [$x] ?// $x | $x                     => 1
            def f: .a + 1; f                           => 2
            def f(g): [g, g]; f(.a)                    => [1,1]
            def f($x; g): $x + g; f(2; .a)             => 3
            def f(n): if n > 3 then n else f(n + 1) end; f(.a) => 4
            def f: def g: 3; g; f + .a                 => 4
            [label $out | 1, break $out, 2]            => [1]
            [label $a | label $b | 1, break $a]        => [1]
            try error("x") catch .                     => "x"
            try error({b: 2}) catch .b                 => 2
            try error(null) catch .                    => null
            [.a, 2 | select(. > 1)]                    => [2]
            if .a then "y" end                         => "y"
            if .b then 1 elif .a then 2 else 3 end     => 2
            .a // 5                                    => 1
            .b // 5                                    => 5
            [false, null, 1] | [.[] // 9]              => [1]
            [.a, 2] | first, last                      => 1,2
            -(.a) + 3 * 2                              => 5
            1 - 1 - 1                                  => -1
            .a == 1 and .a < 2 or error("no")          => true
            [1, 2] | . - [2] + [3]                     => [1,3]
            "\\(1, 2)-\\(3, 4)"                        => "1-3","2-3","1-4","2-4"
            {p: (1, 2), q: (3, 4)} | [.p, .q]          => [1,3],[1,4],[2,3],[2,4]
            @base64 "x\\(.a)y"                         => "xMQ==y"
            @json "j\\([.a, "é"])"                     => "j[1,\\"é\\"]"
            .a as $x | [range($x; 4)]                  => [1,2,3]
            [range(0; 1; 0.25)]                        => [0,0.25,0.5,0.75]
            [limit(0; 1, 2)], [skip(1; 1, 2, 3)]       => [],[2,3]
            [limit(2; repeat(.a))]                     => [{"a": 1},1]
            .z[2].y |= 5                               => {"a":1,"z":[null,null,{"y":5}]}
            .a += 1 | .a                               => 2
            .a //= 7 | .b //= 8                        => {"a":1,"b":8}
            [1, 5, 3, 0, 7] | (.[] | select(. >= 2)) |= empty => [1,0]
            [1, 2, 3] | .[1:] |= map(. * 2)            => [1,4,6]
            [1, 2, 3, 4] | del(.[0, 2]), del(.[1:3])   => [2,4],[1,4]
            reduce range(5) as $i ([]; . + [$i]) | .[1:3] => [1,2]
            reduce (1, 2) as [$x] ?// $x (0; . + $x)   => 3
            ("x" * 3), ("x" * 0)                       => "xxx",null
            "a,b" / ","                                => ["a","b"]
            {a: {b: 1}} * {a: {c: 2}}                  => {"a":{"b":1,"c":2}}
            [.[]] | @csv, @tsv, @sh                    => "1","1","1"
            "aé😀" | length, utf8bytelength, .[1:], explode => 3,7,"é😀",[97,233,128512]
            "abcabc" | indices("bc"), index("c"), rindex("c") => [1,4],2,5
            ltrimstr("x"), ("xax" | trimstr("x"))      => {"a": 1},"a"
            [1, [2, [3]]] | flatten, flatten(1)        => [1,2,3],[1,2,[3]]
            [[1, 2], [3]] | transpose                  => [[1,3],[2,null]]
            [3, 1, 2] | sort, min, max, (sort_by(-.) | first) => [1,2,3],1,3,3
            [{k: 1, v: 1}, {k: 0}, {k: 1, v: 2}] | group_by(.k) | map(length) => [1,2]
            [{k: 1, v: 1}, {k: 1, v: 2}] | unique_by(.k) | .[0].v => 1
            [{v: 1, n: "p"}, {v: 1, n: "q"}] | [min_by(.v).n, max_by(.v).n] => ["p","q"]
            [null, true, false, 0, -1, "a", [], {}] | sort => [null,false,true,-1,0,"a",[],{}]
            [{b: 1}, {a: 2}, {a: 1, b: 0}] | sort => [{"a":2},{"a":1,"b":0},{"b":1}]
            """)
    void producesOutputs(String expression, String outputs) {
        assertThat(String.join(",", run("{\"a\": 1}", expression))).isEqualTo(outputs);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            .[0], .[1], .[2], .[3], .[4]               => 1.10|1e400|123456789012345678901234567890|-0|0.10
            .[0] + .[4]                                => 1.2
            .[2] + 1                                   => 123456789012345678901234567891
            .[2] * .[2] % 7                            => 0
            .[0] == 1.1, (.[1] == 10e399), .[3] == 0   => true|true|true
            .[1] > 9e399, .[1] * 2 == 2e400            => true|true
            1 / 3                                      => 0.33333333333333333
            10 / 4, 9 / 3                              => 2.5|3
            0.1 + 0.2, 1e2 + 0, 1e30 + 0, 1e-9 * 1     => 0.3|100|1e+30|1e-9
            9223372036854775807 + 1                    => 9223372036854775808
            9223372036854775807 * 9223372036854775807  => 85070591730234615847396907784232501249
            -9223372036854775808 - 1                   => -9223372036854775809
            5 % 3, -5 % 3, 5 % -3, 5.9 % 3             => 2|-2|2|2
            pow(2; 100), pow(2; 0.5), pow(1.5; 2)      => 1267650600228229401496703205376|1.4142135623730951|2.25
            1.5 | floor, ceil, round, trunc            => 1|2|2|1
            -1.5 | floor, ceil, round, trunc, abs      => -2|-1|-2|-1|1.5
            1e-300 | floor, ceil                       => 0|1
            1000000000000000000001.5 | floor           => 1000000000000000000001
            nan, infinite, -infinite                   => null|1.7976931348623157e+308|-1.7976931348623157e+308
            [nan, 1, nan] | sort, min, (map(isnan))    => [null,null,1]|null|[true,false,true]
            nan == nan, nan < nan, nan > nan           => false|true|false
            .[0] | tostring, tojson, "\\(.)"           => "1.10"|"1.10"|"1.10"
            "1.10" | tonumber, (tonumber + 0)          => 1.10|1.1
            [.[] | . * 0]                              => [0,0,0,0,0]
            1e999999999999 > 1e99999, -1e99999999999 < 0 => true|true
            sqrt                                       => 2
            """)
    void computesNumbersExactly(String expression, String outputs) {
        String document = expression.equals("sqrt") ? "4" : "[1.10, 1e400, 123456789012345678901234567890, -0, 0.10]";

        assertThat(String.join("|", run(document, expression))).isEqualTo(outputs);
    }

    @Test
    void copiesSelectedValuesByteForByte() {
        String document = "{\"a\" : [ 1.0 , \"\\u00e9\\/\" ],\n\"b\":{ \"c\" :null}, \"b\": {\"c\" : 0e5 } }";

        assertThat(run(document, ".a, .b, .a[1], {a, b: [.b]}"))
                .containsExactly(
                        "[ 1.0 , \"\\u00e9\\/\" ]",
                        "{\"c\" : 0e5 }",
                        "\"\\u00e9\\/\"",
                        "{\"a\":[ 1.0 , \"\\u00e9\\/\" ],\"b\":[{\"c\" : 0e5 }]}");
        assertThat(run(document, "tojson | fromjson | .a")).containsExactly("[1.0,\"é/\"]");
    }

    @Test
    void duplicateMemberTakesTheLastValueAtTheFirstPosition() {
        String document = "{\"a\": 1, \"b\": 2, \"\\u0061\": 3}";

        assertThat(run(document, ".a, length, keys, [.[]], (to_entries | map(.key)), .a + .a, (. + {} | tojson)"))
                .containsExactly(
                        "3",
                        "2",
                        "[\"\\u0061\",\"b\"]",
                        "[3,2]",
                        "[\"\\u0061\",\"b\"]",
                        "6",
                        "\"{\\\"a\\\":3,\\\"b\\\":2}\"");
    }

    @Test
    void readsTextAsArrayOfLines() {
        QueryInput text = QueryInput.text(Slice.of("one\r\ntwo \"x\"\n\nlast"), Instant.EPOCH);

        QueryOutputs outputs =
                Query.parse("length, .[1], map(select(test(\"^.n\"))), .[-1]").run(text, QueryLimits.DEFAULT);

        assertThat(toTexts(outputs)).containsExactly("4", "\"two \\\"x\\\"\"", "[\"one\"]", "\"last\"");
        assertThat(toTexts(Query.parse(".").run(QueryInput.text(Slice.of(""), Instant.EPOCH), QueryLimits.DEFAULT)))
                .containsExactly("[]");
    }

    @Test
    void updatesDoNotChangeEarlierValues() {
        assertThat(run("[1, 2, 3]", ". as $old | reduce .[] as $x (.; .[0] = $x) | [., $old]"))
                .containsExactly("[[3,2,3],[1, 2, 3]]");
        assertThat(run("null", "[1, 2] | . as $o | (. + [3]) as $n | ($n | .[0] = 9) as $m | [$o, $n, $m]"))
                .containsExactly("[[1,2],[1,2,3],[9,2,3]]");
        assertThat(
                        run(
                                "null",
                                "{a: 1} | . as $o | (.b = 2) as $n | ($n | .a = 9) as $m | ($m | del(.b)) as $d | [$o, $n, $m, $d]"))
                .containsExactly("[{\"a\":1},{\"a\":1,\"b\":2},{\"a\":9,\"b\":2},{\"a\":9}]");
        assertThat(run(
                        "null",
                        "reduce range(50) as $i ([{}]; . + [last | .[\"k\\($i)\"] = $i]) | map(length) == [range(51)]"))
                .containsExactly("true");
    }

    @Test
    void canRunRepeatedly() {
        Query query = Query.parse("[] + [1] + ([] | . + [2]) | {} + {a: .}");
        QueryInput input = QueryInput.json(Slice.of("null"), Instant.EPOCH);

        assertThat(toTexts(query.run(input, QueryLimits.DEFAULT))).containsExactly("{\"a\":[1,2]}");
        assertThat(toTexts(query.run(input, QueryLimits.DEFAULT))).containsExactly("{\"a\":[1,2]}");
    }

    @Test
    void nowIsTheTimeOfTheDocument() {
        QueryInput input = QueryInput.json(Slice.of("null"), Instant.parse("2026-11-21T10:00:00.250Z"));

        assertThat(toTexts(Query.parse("now, (now | todate), (now | gmtime)").run(input, QueryLimits.DEFAULT)))
                .containsExactly("1795255200.25", "\"2026-11-21T10:00:00Z\"", "[2026,10,21,10,0,0.25,6,324]");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            "2015-03-05T23:51:47Z" | fromdate                            => 1425599507
            "2015-03-05T23:51:47.125+01:00" | fromdate                   => 1425595907.125
            1425599621 | todate                                          => "2015-03-05T23:53:41Z"
            1425599621 | strftime("%A, %B %d, %Y %j %U %H %I %p %Z %e")  => "Thursday, March 05, 2015 064 09 23 11 PM UTC  5"
            "10:20 5 Mar 2015" | strptime("%H:%M %d %b %Y") | mktime     => 1425550800
            "2015-03-05T23:51:47+0200" | strptime("%Y-%m-%dT%H:%M:%S%z") | todate => "2015-03-05T21:51:47Z"
            [2024, 1, 29, 0, 0, 0] | mktime | todate                     => "2024-02-29T00:00:00Z"
            try ("x" | fromdate) catch .  => "date \\"x\\" does not match format \\"%Y-%m-%dT%H:%M:%SZ\\""
            """)
    void convertsDates(String expression, String output) {
        assertThat(run("null", expression)).containsExactly(output);
    }

    static List<String> run(String document, String expression) {
        return toTexts(
                Query.parse(expression).run(QueryInput.json(Slice.of(document), Instant.EPOCH), QueryLimits.DEFAULT));
    }

    private static List<String> toTexts(QueryOutputs outputs) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < outputs.count(); i++) {
            texts.add(outputs.get(i).utf8());
        }
        return texts;
    }
}
