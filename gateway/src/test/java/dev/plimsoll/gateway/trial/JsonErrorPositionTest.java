package dev.plimsoll.gateway.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonErrorPositionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\": 1,}|1|9",
                "{\"a\" 1}|1|6",
                "[1, 2,, 3]|1|7",
                "[1 2]|1|4",
                "{\"a\": tru}|1|10",
                "[01]|1|3",
                "[1.]|1|4",
                "[-]|1|3",
                "[1e]|1|4",
                "{\"a\": \"x|1|9",
                "[\"\\q\"]|1|3",
                "[\"\\u12g4\"]|1|3",
                "{'a': 1}|1|2",
                "[1] tail|1|5",
                "[\"ü\", x]|1|7",
            })
    void findsTheFirstInvalidPosition(String text, int line, int column) {
        JsonErrorPosition position = JsonErrorPosition.locate(Slice.of(text));

        assertThat(position.line()).isEqualTo(line);
        assertThat(position.column()).isEqualTo(column);
    }

    @Test
    void countsLines() {
        assertThat(JsonErrorPosition.locate(Slice.of("{\n  \"a\": 1,\n  \"b\": [1, 2,, 3]\n}"))
                        .describe())
                .isEqualTo("line 3, column 14");
    }

    @Test
    void findsErrorAtAnyDepth() {
        JsonErrorPosition position = JsonErrorPosition.locate(Slice.of("[".repeat(200_000)));

        assertThat(position.column()).isEqualTo(200_001);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\": 1,}|true",
                "[1, 2|true",
                "{\"a\":|true",
                "{\"a\": 1} tail|true",
                "[INFO] started|false",
                "[2026-03-01] started|false",
                "[1] a footnote|false",
                "{\"a\": 1} {\"b\": 2}|false",
                "{ return x; }|false",
            })
    void detectsTextThatWasMeantToBeJson(String text, boolean isExpected) {
        assertThat(JsonErrorPosition.locate(Slice.of(text)).isLikelyJson()).isEqualTo(isExpected);
    }
}
