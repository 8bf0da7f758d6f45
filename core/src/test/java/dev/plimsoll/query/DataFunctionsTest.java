package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.shape.outline.OutlineFunctions;
import dev.plimsoll.tokens.Estimator;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the functions that are not functions of jq, and computed numbers. */
@NullMarked
class DataFunctionsTest {

    private static QueryOutputs outputs(String document, String expression) {
        QueryInput input = QueryInput.json(Slice.of(document), Instant.EPOCH)
                .withFunctions(new OutlineFunctions(Estimator.CHARS.fastCounter()));
        return Query.parse(expression).run(input, QueryLimits.DEFAULT);
    }

    private static String run(String document, String expression) {
        return outputs(document, expression).get(0).utf8();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            "id,name\\n1,Ann\\n2,\\"Bo, jr\\"\\n" | fromcsv         => [{"id":1,"name":"Ann"},{"id":2,"name":"Bo, jr"}]
            "id;n\\r\\n1;1.50\\r\\n2;\\r\\n" | fromcsv              => [{"id":1,"n":1.50},{"id":2,"n":null}]
            "zip\\tname\\n01234\\tx" | fromcsv                    => [{"zip":"01234","name":"x"}]
            "1,2\\n3,4" | fromcsv                               => [{"c1":1,"c2":2},{"c1":3,"c2":4}]
            "name" | fromcsv                                   => []
            "name\\nAnn" | fromcsv                              => [{"name":"Ann"}]
            "" | fromcsv                                       => []
            "a,b\\n1,2,3\\n4" | fromcsv                          => [{"a":1,"b":2,"c3":"3"},{"a":4}]
            [{"a": 1}] | fromcsv                               => [{"a":1}]
            ["OPEN","DONE","OPEN",null,3] | count_by(.)        => {"OPEN":2,"DONE":1,"null":1,"3":1}
            [{"t":["x","y"]},{"t":["x"]}] | count_by(.t[])     => {"x":2,"y":1}
            [] | count_by(.a)                                  => {}
            [{"a":1},{"a":1}] | count_by(.a) | .["1"]          => 2
            [3, 1, 2] | median                                 => 2
            [4, 1, 2, 3] | median                              => 2.5
            [1.10] | median                                    => 1.10
            [1.10, 1.1] | median                               => 1.1
            [null, 5, null] | median                           => 5
            [] | median                                        => null
            """)
    void computesOutput(String expression, String output) {
        assertThat(run("null", expression)).isEqualTo(output);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            5 | fromcsv                    => number (5) cannot be read as CSV
            null | fromlog                 => null (null) cannot be read as a line of a log
            "x" | median                   => string ("x") has no median
            ["5"] | median                 => string ("5") number required
            {} | count_by(.)               => object ({}) cannot be counted
            """)
    void refusesInputsOfOtherTypes(String expression, String message) {
        RefusedException refused = catchThrowableOfType(RefusedException.class, () -> outputs("null", expression));

        assertThat(refused).hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            1 / 3                                     => 0.33333333333333333
            2 / 3                                     => 0.66666666666666667
            1 / 3 * 3                                 => 1
            1 / 3 * 3 == 1                            => true
            [1, 1, 1] | add / length / 7 * 7          => 1
            [1 / 3, 2 / 6] | unique | length          => 1
            1 / 8                                     => 0.125
            1 / 1024 / 1024                           => 0.00000095367431640625
            10 / 4                                    => 2.5
            24602 / 49.4                              => 498.01619433198381
            0.1 + 0.2                                 => 0.3
            1 / 3 | floor                             => 0
            -(1 / 3)                                  => -0.33333333333333333
            1 / 3 | tostring                          => "0.33333333333333333"
            (1 / 3) < 0.33333333333333334             => true
            100000000000000000000 / 3                 => 33333333333333333000
            12345678901234567890123 * 10              => 123456789012345678901230
            pow(1 / 3; 2)                             => 0.11111111111111111
            """)
    void numbersAreExactOrHaveSeventeenDigits(String expression, String output) {
        assertThat(run("null", expression)).isEqualTo(output);
    }

    @Test
    void selectedNumbersStayAsWritten() {
        assertThat(run("[1.10, 0.3333333333333333333333333333333333333333]", ".[1]"))
                .isEqualTo("0.3333333333333333333333333333333333333333");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            2026-11-21T08:00:01Z ERROR [db] no connection       => ["2026-11-21T08:00:01Z","ERROR","db","no connection"]
            2026-11-21 08:00:01,123 - app.web - WARNING - slow  => ["2026-11-21 08:00:01,123","WARN","app.web","slow"]
            [2026-11-21 08:00:01] [INFO] started                => ["2026-11-21 08:00:01","INFO",null,"started"]
            I1121 08:00:01.000000 123 main.go:12] hello         => ["1121 08:00:01.000000","INFO","main.go","hello"]
            Nov 21 08:00:01 web1 sshd[42]: Accepted key         => ["Nov 21 08:00:01",null,"sshd","Accepted key"]
            just a line                                         => [null,null,null,"just a line"]
            """)
    void readsLinesOfLogs(String line, String fields) {
        assertThat(run("\"" + line + "\"", "fromlog | [.time, .level, .source, .message]"))
                .isEqualTo(fields);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "time=2026-11-21T08:00:01Z level=warn logger=db msg=\\\"took long\\\" ms=5021 user=\\\"ann b\\\" id=007",
                "2026-11-21T08:00:01Z WARN db: took long ms=5021 user=\\\"ann b\\\" id=007"
            })
    void readsThePairsOfALine(String line) {
        assertThat(run("\"" + line + "\"", "fromlog | {level, source, ms, user, id}"))
                .isEqualTo("{\"level\":\"WARN\",\"source\":\"db\",\"ms\":5021,\"user\":\"ann b\",\"id\":\"007\"}");
        assertThat(run("\"" + line + "\"", "fromlog | .message")).contains("took long");
    }

    @Test
    void outlineDescribesAnyValue() {
        String document = "[{\"id\":1,\"state\":\"open\"},{\"id\":2,\"state\":\"done\"},{\"id\":9,\"state\":\"open\"}]";

        assertThat(run(document, "outline")).contains("\"id\":{\"type\":\"number\"", "\"distinct\":2");
        assertThat(run(document, "outline == (map(.) | outline)")).isEqualTo("true");
        assertThat(run(document, "map(.id) | outline | type")).isEqualTo("\"object\"");
    }
}
