package dev.plimsoll.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class StoredQueriesTest {

    private static final String TEXT =
            "{\"total\":\"length | . + 1\",\"stale\":{\"query\":\".[] | select(.days > $days)\","
                    + "\"description\":\"Old ones\",\"parameters\":{\"owner\":{\"type\":\"string\"},"
                    + "\"days\":{\"type\":\"integer\",\"default\":30,\"description\":\"age\"}}}}";

    private final StoredQueries queries = StoredQueries.parse(TEXT);

    private StoredText stale() {
        return Objects.requireNonNull(queries.find("stale"));
    }

    private static Map<String, Slice> values(String... pairs) {
        Map<String, Slice> values = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            values.put(pairs[i], Slice.of(pairs[i + 1]));
        }
        return values;
    }

    @Test
    void parsesItsOwnText() {
        assertThat(queries.encode()).isEqualTo(TEXT);
        assertThat(StoredQueries.parse(queries.encode())).isEqualTo(queries);
        assertThat(StoredQueries.parse("")).isEqualTo(StoredQueries.NONE);
        Policy policy = Policy.defaults().withText("queries", TEXT);
        assertThat(policy.get(Policy.QUERIES)).isEqualTo(TEXT);
    }

    @Test
    void signaturesContainNamesAndParameters() {
        assertThat(queries.signatures()).isEqualTo("total; stale {owner, days: 30}");
        StringBuilder many = new StringBuilder("{\"q0\":\".\"");
        for (int i = 1; i < 40; i++) {
            many.append(",\"q").append(i).append("\":\".\"");
        }
        assertThat(StoredQueries.parse(many + "}").signatures()).endsWith("q11; 28 more");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{\"a b\":\".\"}",
                "{\"a\":1}",
                "{\"a\":\"\"}",
                "{\"a\":{\"description\":\"no query\"}}",
                "{\"a\":{\"query\":\".\",\"x\":1}}",
                "{\"a\":{\"query\":\".\",\"parameters\":[]}}",
                "{\"a\":{\"query\":\".\",\"parameters\":{\"p\":{\"type\":\"int\"}}}}",
                "{\"a\":{\"query\":\".\",\"parameters\":{\"p\":{\"x\":1}}}}",
                "{\"a\":{\"query\":\".\",\"parameters\":{\"p\":{\"type\":\"integer\",\"default\":\"x\"}}}}",
                "{\"a\":{\"query\":\".\",\"parameters\":{\"p\":{\"default\":1,\"type\":\"string\"}}}}",
                "{\"a\":\".\"",
            })
    void policyRefusesInvalidQueries(String text) {
        assertThatThrownBy(() -> Policy.defaults().withText("queries", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("policy.queries: must be names of queries");
    }

    @Test
    void aDefaultMayBeNull() {
        String text = "{\"a\":{\"query\":\".\",\"parameters\":{\"p\":{\"type\":\"integer\",\"default\":null}}}}";
        StoredText stored = Objects.requireNonNull(StoredQueries.parse(text).find("a"));
        assertThat(stored.bind("args", values())).isEqualTo(values("p", "null"));
    }

    @Test
    void missingValuesGetTheirDefaults() {
        assertThat(stale().bind("args", values("owner", "\"ann\"")))
                .isEqualTo(values("owner", "\"ann\"", "days", "30"));
        assertThat(stale().bind("args", values("owner", "\"ann\"", "days", "null")))
                .as("null is absent")
                .isEqualTo(values("owner", "\"ann\"", "days", "30"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "days | 3 | args: owner is missing",
                "owner | 3 | args: owner must be a string, got 3",
                "owner | null | args: owner is missing",
                "ownr | 3 | args: owner is missing",
            })
    void refusesMissingAndInvalidValues(String name, String value, String message) {
        assertThatThrownBy(() -> stale().bind("args", values(name, value)))
                .isInstanceOf(RefusedException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "integer | 3 | 3.0 1e2 \"3\" true",
                "number | 1.50 | \"3\" true []",
                "boolean | false | 0 \"true\" null2",
                "array | [1] | {} \"[]\"",
                "object | {} | [] 1",
                "string | \"\" | 1 []",
            })
    void acceptsOnlyValuesOfTheType(String name, String validValue, String invalidValues) {
        ParameterType type = Objects.requireNonNull(ParameterType.find(name));
        assertThat(type.isTypeOf(Slice.of(validValue))).isTrue();
        for (String value : invalidValues.split(" ", -1)) {
            assertThat(type.isTypeOf(Slice.of(value))).as(value).isFalse();
        }
    }

    @Test
    void suggestsAKnownParameterForAnUnknownOne() {
        assertThatThrownBy(() -> stale().bind("", values("owner", "\"ann\"", "dayz", "3")))
                .hasMessage("stale has no parameter dayz; did you mean days?");
        assertThatThrownBy(() -> Objects.requireNonNull(queries.find("total")).bind("args", values("x", "1")))
                .hasMessage("args: total has no parameter x")
                .extracting(e -> ((RefusedException) e).suggestion())
                .isEqualTo("total takes no parameters");
    }

    @Test
    void createsASchemaOfTheParameters() {
        assertThat(stale().inputSchema().utf8())
                .isEqualTo("{\"type\":\"object\",\"properties\":{\"owner\":{\"type\":\"string\"},"
                        + "\"days\":{\"type\":\"integer\",\"description\":\"age\",\"default\":30}},"
                        + "\"required\":[\"owner\"],\"additionalProperties\":false}");
    }
}
