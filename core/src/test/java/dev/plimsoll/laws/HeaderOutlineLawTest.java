package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Recounts every statement of the outline in a header: the whole list must agree with each number, range, and name. */
@Execution(ExecutionMode.CONCURRENT)
class HeaderOutlineLawTest {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final String[] WORDS = {
        "open", "closed", "in review", "x", "a b 3", "it's", "", "true", "12", "Zürich"
    };

    @Test
    void everyStatementIsTrueOfAllItems() {
        // the number of outlines, and the number of statements in them
        int[] counts = new int[2];
        PropertyCases.check(150, 5, HeaderOutlineLawTest::list, list -> {
            for (int budget : new int[] {300, 1_000, 4_000}) {
                JsonNode outline = outline(list, budget);
                if (outline != null) {
                    counts[0]++;
                    counts[1] += new OutlineRecount(MAPPER.readTree(list)).check(outline);
                    assertThat(RealTokens.count(outline.toString())).isLessThanOrEqualTo(Math.min(400, budget / 10));
                }
            }
        });
        assertThat(counts[0]).isGreaterThan(150);
        assertThat(counts[1]).as("statements").isGreaterThan(2_000);
    }

    @Test
    void allNamesComeBeforeAnyDetail() {
        StringJoiner list = new StringJoiner(",", "[", "]");
        for (int i = 0; i < 400; i++) {
            StringJoiner item = new StringJoiner(",", "{", "}");
            for (int field = 0; field < 60; field++) {
                if (field < 50 || i % field == 0) {
                    item.add("\"field" + field + "\":" + (i % 7));
                }
            }
            list.add(item.toString());
        }
        JsonNode wide = outline(list.toString(), 4_000);
        assertThat(wide).isNotNull();
        assertThat(wide.toString()).contains("field0", "field59").doesNotContain("(more)");
        JsonNode narrow = outline(list.toString(), 1_000);
        assertThat(narrow).isNotNull();
        assertThat(narrow.toString())
                .contains("field0", "rarer fields")
                .doesNotContain("field59")
                .doesNotContain("..");
    }

    @Test
    void hostileNamesAndValuesStayBounded() {
        StringJoiner list = new StringJoiner(",", "[", "]");
        for (int i = 0; i < 60_000; i++) {
            list.add("{\"k" + i + "\":{\"v" + i + "\":\"" + i + "\"},\"m\":{\"" + "n".repeat(200) + i + "\":[" + i
                    + "]}}");
        }
        JsonNode outline = outline(list.toString(), 4_000);
        assertThat(outline).isNotNull();
        assertThat(outline.toString().length()).isLessThan(2_000);
    }

    private static @Nullable JsonNode outline(String list, int budget) {
        Answered answered = Engine.of(Engine.policy(budget), ClientFeatures.current())
                .guard(SampleResults.text(list.getBytes(StandardCharsets.UTF_8)));
        Slice found = answered.isShaped() ? answered.getShown().header().find("outline") : null;
        return found == null ? null : MAPPER.readTree(found.utf8());
    }

    /** Generates a list of objects. Each field has one type of values; some fields are missing in most
     * objects. */
    private static String list(Random random, int size) {
        int fields = 1 + random.nextInt(10);
        List<Generator<String>> fieldValues = new ArrayList<>();
        for (int i = 0; i < fields; i++) {
            fieldValues.add(value(random, 2));
        }
        int[] rarity = random.ints(fields, 0, 4).toArray();
        StringJoiner list = new StringJoiner(",", "[", "]");
        int items = 20 + 4 * size;
        for (int i = 0; i < items; i++) {
            StringJoiner item = new StringJoiner(",", "{", "}");
            for (int field = 0; field < fields; field++) {
                if (rarity[field] < 3 || random.nextInt(5) == 0) {
                    item.add("\"f" + field + "\":" + fieldValues.get(field).generate(random, size));
                }
            }
            list.add(random.nextInt(200) == 0 ? "null" : item.toString());
        }
        return list.toString();
    }

    /** Creates a generator of values of one type, such as numbers, times, or maps; {@code kinds} selects
     * the type. */
    @SuppressWarnings("StatementSwitchToExpressionSwitch") // Java 17: most cases have statements before their result
    private static Generator<String> value(Random kinds, int depth) {
        int words = 1 + kinds.nextInt(WORDS.length);
        int numbers = 1 + kinds.nextInt(300);
        int keys = 2 + kinds.nextInt(60);
        switch (kinds.nextInt(depth == 0 ? 7 : 11)) {
            case 0:
                return (random, size) -> "\"" + WORDS[random.nextInt(words)] + "\"";
            case 1:
                return (random, size) -> String.valueOf(random.nextInt(numbers) - 20);
            case 2:
                return (random, size) -> random.nextInt(numbers) + "." + random.nextInt(100);
            case 3:
                return (random, size) -> String.valueOf(random.nextBoolean());
            case 4:
                return (random, size) -> "\"2026-0" + (1 + random.nextInt(9)) + "-1" + random.nextInt(9) + "T0"
                        + random.nextInt(9) + ":00:00" + (random.nextBoolean() ? ".5" : "") + "Z\"";
            case 5:
                return (random, size) -> "\"" + "long ".repeat(random.nextInt(60)) + random.nextInt(900) + "\"";
            case 6:
                return (random, size) -> random.nextInt(3) == 0 ? "null" : "\"" + WORDS[random.nextInt(words)] + "\"";
            case 7:
                Generator<String> item = value(kinds, depth - 1);
                return (random, size) -> {
                    StringJoiner array = new StringJoiner(",", "[", "]");
                    for (int i = random.nextInt(4); i > 0; i--) {
                        array.add(item.generate(random, size));
                    }
                    return array.toString();
                };
            case 8:
                Generator<String> member = value(kinds, depth - 1);
                return (random, size) -> {
                    Map<String, String> members = new TreeMap<>();
                    for (int i = random.nextInt(4); i > 0; i--) {
                        members.put("K" + random.nextInt(keys), member.generate(random, size));
                    }
                    return object(members);
                };
            case 9:
                Generator<String> mixed = value(kinds, 0);
                return (random, size) -> random.nextBoolean() ? mixed.generate(random, size) : "12";
            default:
                Generator<String> one = value(kinds, depth - 1);
                Generator<String> other = value(kinds, depth - 1);
                return (random, size) -> {
                    Map<String, String> members = new TreeMap<>();
                    members.put("one", one.generate(random, size));
                    if (random.nextInt(4) > 0) {
                        members.put("other", other.generate(random, size));
                    }
                    return object(members);
                };
        }
    }

    private static String object(Map<String, String> members) {
        StringJoiner object = new StringJoiner(",", "{", "}");
        members.forEach((name, value) -> object.add("\"" + name + "\":" + value));
        return object.toString();
    }
}
