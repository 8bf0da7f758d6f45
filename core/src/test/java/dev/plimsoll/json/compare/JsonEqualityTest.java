package dev.plimsoll.json.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.GeneratedJson;
import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonEqualityTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "1;1.0",
                "1;1e0",
                "10;1E+1",
                "0.001;1e-3",
                "0;-0.0e5",
                "120;1.2e2",
                "-1.50;-15e-1",
                "0;0e999999999",
                "1e999999999999999999999;1.0e999999999999999999999",
                "1e400;10e399",
                "0.1e1;1",
                "123456789012345678901234567890;12345678901234567890123456789.0e1",
                "1e-999999999999;10e-1000000000000",
                "\"a\\u0062\";\"ab\"",
                "\"\\/\";\"/\"",
                "\"\\ud83d\\ude00\";\"\ud83d\ude00\"",
                "[1, 2];[1,2]",
                "{\"a\":1,\"b\":2};{\"b\":2,\"a\":1}",
                "{\"\\u0061\":1};{\"a\":1}",
                "[{}];[ { } ]",
                "null; null",
                "{\"a\":{\"x\":[1],\"y\":null},\"b\":true};{\"b\":true,\"a\":{\"y\":null,\"x\":[1.0]}}",
                "{\"a\":1,\"a\":2};{ \"a\":1,\"a\":2}"
            })
    void acceptsEqualDocuments(String a, String b) {
        assertThat(isEqual(a, b)).isTrue();
        assertThat(isEqual(b, a)).isTrue();
        assertThat(isEqual("{\"x\":1,\"v\":" + a + "}", "{\"v\":" + b + ",\"x\":1}"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "1;2",
                "1;-1",
                "1;10",
                "1;\"1\"",
                "0.1;0.01",
                "1e400;1e401",
                "12;1.3e1",
                "1;11",
                "101;11",
                "1.01;1.1",
                "1e999999999999999999999;1e999999999999999999998",
                "1e999999999999999999999;1e-999999999999999999999",
                "9007199254740993;9007199254740992",
                "0.1;0.1000000000000000055511151231257827",
                "null;false",
                "true;false",
                "\"a\";\"b\"",
                "\"a\";\"a \"",
                "\"\\ud800\";\"\\ud801\"",
                "\"\\\\n\";\"\\n\"",
                "[];{}",
                "[1,2];[2,1]",
                "[1];[1,1]",
                "[[1],2];[[1,2]]",
                "{};{\"a\":1}",
                "{\"a\":1};{\"b\":1}",
                "{\"a\":[]};{\"a\":{}}",
                "{\"a\":1,\"b\":2};{\"a\":2,\"b\":1}",
                "{\"a\":1,\"b\":2};{\"b\":1,\"a\":2}",
                "{\"a\":\"b\"};{\"b\":\"a\"}",
                "{\"a\":1,\"b\":2};{\"b\":2}",
                "{\"a\":1,\"a\":2};{\"a\":2,\"a\":1}",
                "{\"a\":1,\"a\":2};{\"a\":2}",
                "{\"a\":1,\"b\":0,\"a\":2};{\"b\":0,\"a\":2,\"a\":1}",
                "{\"a\":1,\"b\":1,\"b\":1};{\"b\":1,\"a\":1}",
                "{\"a\":{\"b\":1},\"c\":2};{\"c\":2,\"a\":{\"b\":2}}",
                "{\"a\":[1,2],\"b\":[3]};{\"b\":[3],\"a\":[2,1]}",
                "{\"a\":[[],[]],\"b\":1};{\"b\":1,\"a\":[[[]]]}"
            })
    void rejectsDifferentDocuments(String a, String b) {
        assertThat(isEqual(a, b)).isFalse();
        assertThat(isEqual(b, a)).isFalse();
        assertThat(isEqual("{\"x\":1,\"v\":" + a + "}", "{\"v\":" + b + ",\"x\":1}"))
                .isFalse();
    }

    @Test
    void everySpellingOfAValueIsEqual() {
        for (long seed = 0; seed < 3000; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            Object value = generated.value(4);
            String spelling = generated.spell(value);
            String otherSpelling = generated.spell(value);
            assertThat(isEqual(spelling, otherSpelling))
                    .as("%s%n%s", spelling, otherSpelling)
                    .isTrue();
        }
    }

    @Test
    void documentsAreEqualExactlyIfTheirValuesAre() {
        int differentDocuments = 0;
        for (long seed = 0; seed < 6000; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            Object value = generated.container(2);
            Object changed = changeOnePart(value, generated);
            boolean isEqualExpected = normalize(value).equals(normalize(changed));
            assertThat(isEqual(generated.spell(value), generated.spell(changed)))
                    .as("seed %s", seed)
                    .isEqualTo(isEqualExpected);
            differentDocuments += isEqualExpected ? 0 : 1;
        }
        assertThat(differentDocuments).isGreaterThan(3000);
    }

    /** Returns a copy of the value with one part generated again. */
    private static @Nullable Object changeOnePart(@Nullable Object value, GeneratedJson generated) {
        if (value instanceof Map<?, ?> members && !members.isEmpty()) {
            Map<Object, @Nullable Object> copy = new LinkedHashMap<>(members);
            Object key = copy.keySet().iterator().next();
            copy.put(key, changeOnePart(copy.get(key), generated));
            return copy;
        }
        if (value instanceof List<?> items && !items.isEmpty()) {
            List<@Nullable Object> copy = new ArrayList<>(items);
            copy.set(copy.size() - 1, changeOnePart(copy.get(copy.size() - 1), generated));
            return copy;
        }
        return generated.value(1);
    }

    private static Object normalize(@Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            Map<String, Object> sorted = new TreeMap<>();
            members.forEach((key, member) -> sorted.put((String) key, normalize(member)));
            return sorted;
        }
        if (value instanceof List<?> items) {
            List<Object> normalized = new ArrayList<>();
            items.forEach(item -> normalized.add(normalize(item)));
            return normalized;
        }
        return value instanceof BigDecimal number ? number.stripTrailingZeros() : value == null ? "null!" : value;
    }

    @Test
    void comparesDeepDocumentsWithMembersInAnyOrder() {
        int depth = 100_000;
        String open = "{\"k\":[";
        String close = "]}";
        String document = open.repeat(depth) + "{\"a\":1,\"b\":2}" + close.repeat(depth);
        String reordered = open.repeat(depth) + "{\"b\":2,\"a\":1}" + close.repeat(depth);
        String different = open.repeat(depth) + "{\"b\":1,\"a\":2}" + close.repeat(depth);
        assertThat(isEqual(document, " " + document)).isTrue();
        assertThat(isEqual(document, reordered)).isTrue();
        assertThat(isEqual(document, different)).isFalse();
    }

    @Test
    void reorderedMembersWithOverAMillionLevelsAreUnequal() {
        // members in another order are compared by hashes, for which these documents are too deep
        String open = "[".repeat(1_100_000);
        String close = "]".repeat(1_100_000);
        String a = "{\"a\":1,\"b\":" + open + close + "}";
        String b = "{\"b\":" + open + close + ",\"a\":1}";
        assertThat(isEqual(a, b)).isFalse();
        assertThat(isEqual(a, " " + a)).isTrue();
    }

    @Test
    void manyMembersAreEqualInAnyOrder() {
        StringBuilder ascending = new StringBuilder("{");
        StringBuilder descending = new StringBuilder("{");
        for (int i = 0; i < 50_000; i++) {
            ascending
                    .append(i == 0 ? "" : ",")
                    .append("\"k")
                    .append(i)
                    .append("\":")
                    .append(i);
            descending
                    .append(i == 0 ? "" : ",")
                    .append("\"k")
                    .append(49_999 - i)
                    .append("\":")
                    .append(49_999 - i);
        }
        assertThat(isEqual(ascending + "}", descending + "}")).isTrue();
        assertThat(isEqual(ascending + "}", descending.toString().replace(":777,", ":778,") + "}"))
                .isFalse();
    }

    @Test
    void publicMethodComparesWithRandomSeeds() {
        assertThat(JsonEquality.isEqual(Slice.of("{\"a\":1,\"b\":2}"), Slice.of("{\"b\":2,\"a\":1}")))
                .isTrue();
        assertThat(JsonEquality.isEqual(Slice.of("{\"a\":1,\"b\":2}"), Slice.of("{\"b\":2,\"a\":3}")))
                .isFalse();
    }

    private static boolean isEqual(String a, String b) {
        return JsonEquality.isEqual(Slice.of(a), Slice.of(b), 1, 2);
    }
}
