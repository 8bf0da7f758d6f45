package dev.plimsoll.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the arguments {@code query} and {@code with}, and their text in a view. */
class QueryTextTest {

    private static String encodedQuery(String arguments) {
        return Objects.requireNonNull(
                ReadArgumentsParser.parse(Slice.of(arguments)).query(), arguments);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".items | length",
                "{a: 1}",
                "{\"a\": 1}",
                "{\"a\": \"x\", \"b\": 1}",
                "{}",
                "{\"a\": .x}",
                "{\"query\": 5, \"with\": {}}"
            })
    void readsTextOtherThanAnObjectOfStringsAsOneExpression(String text) {
        QueryText queryText = QueryText.decode(text);

        assertThat(queryText.isNamed()).isFalse();
        assertThat(queryText.expressions()).isEqualTo(Map.of("", text));
        assertThat(queryText.encode()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"n\":\"length\",\"top\":\".[0]\"}}",
                "{\"query\":\"{\\\"n\\\":\\\"length\\\",\\\"top\\\":\\\".[0]\\\"}\"}",
                "{\"query\":\" {\\\"n\\\": \\\"length\\\", \\\"top\\\": \\\".[0]\\\"} \"}"
            })
    void readsObjectOfStringsAsNamedExpressions(String arguments) {
        QueryText queryText = QueryText.decode(encodedQuery(arguments));

        assertThat(queryText.isNamed()).isTrue();
        assertThat(queryText.expressions()).containsExactly(Map.entry("n", "length"), Map.entry("top", ".[0]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":\"length\",\"with\":{\"a\":\"C1\",\"b_2\":\"C2\"}}",
                "{\"query\":\"length\",\"with\":\"{\\\"a\\\":\\\"C1\\\",\\\"b_2\\\":\\\"C2\\\"}\"}"
            })
    void readsWithAsCursorsByName(String arguments) {
        QueryText queryText = QueryText.decode(encodedQuery(arguments));

        assertThat(queryText).isEqualTo(new QueryText("length", Map.of("a", "C1", "b_2", "C2"), Map.of()));
        assertThat(QueryText.decode(queryText.encode())).isEqualTo(queryText);
    }

    @Test
    void readsNamedExpressionsTogetherWithSnapshots() {
        QueryText queryText = QueryText.decode(encodedQuery("{\"query\":{\"n\":\"$a\"},\"with\":{\"a\":\"C1\"}}"));

        assertThat(queryText.expressions()).isEqualTo(Map.of("n", "$a"));
        assertThat(queryText.with()).isEqualTo(Map.of("a", "C1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"query\":{}}", "{\"query\":\"\"}", "{\"with\":{}}", "{\"query\":null,\"with\":null}"})
    void ignoresEmptyArguments(String arguments) {
        assertThat(ReadArgumentsParser.parse(Slice.of(arguments)).query()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            {"query":{"n":5}}                          => query: n must be a string
            {"query":[".a"]}                           => query must be a jq expression, or an object
            {"query":5}                                => query must be a jq expression, or an object
            {"query":".","with":{"a-b":"C"}}           => with: a-b is not a name with a cursor
            {"query":".","with":{"original":"C"}}      => with: original is not a name with a cursor
            {"query":".","with":{"a":5}}               => with: a is not a name with a cursor
            {"query":".","with":["C"]}                 => with must be an object of cursors
            {"query":".","with":"C"}                   => with must be an object of cursors
            """)
    void refusesInvalidValues(String arguments, String message) {
        assertThatThrownBy(() -> encodedQuery(arguments))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(message);
    }
}
