package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonWriterTest {

    private static final JsonMapper JACKSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    @Test
    void writesMembersOfAllTypes() {
        JsonWriter json = new JsonWriter(1)
                .beginObject()
                .string("a", "q\"é\n")
                .string("b", Slice.of("x\\"))
                .rawString("c", Slice.of("\\n"))
                .stringOrNull("d", null)
                .stringOrNull("e", "")
                .number("f", Long.MIN_VALUE)
                .bool("g", true)
                .bool("h", false)
                .nullValue("i")
                .raw("j", "1.50")
                .raw("k", Slice.of("[ ]"))
                .strings("l", List.of("1", "\""))
                .endObject();

        assertThat(json.slice().utf8())
                .isEqualTo("{\"a\":\"q\\\"é\\n\",\"b\":\"x\\\\\",\"c\":\"\\n\",\"d\":null,\"e\":\"\","
                        + "\"f\":-9223372036854775808,\"g\":true,\"h\":false,\"i\":null,\"j\":1.50,\"k\":[ ],"
                        + "\"l\":[\"1\",\"\\\"\"]}");
    }

    @Test
    void writesElementsOfAllTypes() {
        JsonWriter json = new JsonWriter().beginArray();
        json.string("a")
                .string(Slice.of("b"))
                .rawString(Slice.of("\\t"))
                .number(-1)
                .bool(false);
        json.nullValue()
                .raw("2e3")
                .raw(Slice.of("{}"))
                .strings(List.of())
                .beginObject()
                .endObject();

        assertThat(new String(json.endArray().toByteArray(), StandardCharsets.UTF_8))
                .isEqualTo("[\"a\",\"b\",\"\\t\",-1,false,null,2e3,{},[],{}]");
    }

    @Test
    void writesCommasInNestedContainers() {
        JsonWriter json = new JsonWriter().beginObject().beginArray("a").beginObject();
        json.beginObject("b")
                .endObject()
                .number("c", 1)
                .endObject()
                .beginArray()
                .endArray();
        json.endArray().beginObject("d").beginArray("e").endArray().endObject().endObject();

        assertThat(json.slice().utf8()).isEqualTo("{\"a\":[{\"b\":{},\"c\":1},[]],\"d\":{\"e\":[]}}");
    }

    @Test
    void copiesRawMembersUnchanged() {
        JsonWriter json = new JsonWriter().beginObject().rawMember(Slice.of("\"\\u0061\" : 1"));
        json.rawName(Slice.of("\\u0062")).number(2).name("\"").number(3).endObject();

        assertThat(json.slice().utf8()).isEqualTo("{\"\\u0061\" : 1,\"\\u0062\":2,\"\\\"\":3}");
    }

    @Test
    void writesArraysOfValues() {
        List<List<Integer>> rows = List.of(List.of(1, 2), List.of(), List.of(3));
        JsonWriter nested = new JsonWriter().array(rows, (row, out) -> out.array(row, (n, inner) -> inner.number(n)));
        assertThat(nested.slice().utf8()).isEqualTo("[[1,2],[],[3]]");

        JsonWriter named = new JsonWriter().beginObject();
        named.array("a", List.of("x", "y"), (text, out) -> out.string(text));
        assertThat(named.endObject().slice().utf8()).isEqualTo("{\"a\":[\"x\",\"y\"]}");
    }

    @Test
    void appendsOneValueToASink() {
        ByteSink out = new ByteSink().ascii("data: ");
        JsonWriter json = new JsonWriter(out).beginArray();
        json.sink().ascii("1.0");
        json.sink().string("x");
        json.endArray();

        assertThat(json.slice().utf8()).isEqualTo("[1.0,\"x\"]");
        assertThat(out.slice().utf8()).isEqualTo("data: [1.0,\"x\"]");
    }

    @Test
    void refusesCallsInAnImpossibleOrder() {
        assertRefused(() -> object().number(1), "a member needs a name");
        assertRefused(() -> object().beginArray(), "a member needs a name");
        assertRefused(() -> object().name("a").name("b"), "a name has no value");
        assertRefused(() -> object().name("a").rawMember(Slice.of("\"b\":1")), "a name has no value");
        assertRefused(() -> object().name("a").endObject(), "a name has no value");
        assertRefused(() -> object().endArray(), "no such container to end");
        assertRefused(() -> array().endObject(), "no such container to end");
        assertRefused(() -> new JsonWriter().endObject(), "no such container to end");
        assertRefused(() -> array().name("a"), "only an object has members");
        assertRefused(() -> array().rawMember(Slice.of("\"b\":1")), "only an object has members");
        assertRefused(() -> new JsonWriter().name("a"), "only an object has members");
        assertRefused(() -> new JsonWriter().number(1).number(2), "the value is already complete");
        assertRefused(() -> array().endArray().beginArray(), "the value is already complete");
        assertRefused(() -> new JsonWriter().slice(), "the value is not complete");
        assertRefused(() -> object().slice(), "the value is not complete");
        assertRefused(() -> array().number(1).toByteArray(), "the value is not complete");
    }

    @Test
    void refusesAnEmptyValueInTheSink() {
        assertRefused(
                () -> {
                    JsonWriter json = object().name("a");
                    json.sink();
                    json.endObject();
                },
                "no value was appended to the sink");
    }

    @Test
    void refusesAnIncompleteElement() {
        assertRefused(
                () -> new JsonWriter().array(List.of(1), (n, out) -> out.beginArray()), "an element is not complete");
    }

    @Test
    void nestsWithoutALimit() {
        JsonWriter json = new JsonWriter();
        for (int i = 0; i < 500; i++) {
            json.beginArray().beginObject().name("a");
        }
        json.number(1);
        for (int i = 0; i < 500; i++) {
            json.endObject().endArray();
        }
        assertThat(json.slice().utf8()).isEqualTo("[{\"a\":".repeat(500) + 1 + "}]".repeat(500));
    }

    @Test
    void escapesTextsOfEachLength() {
        for (int length = 0; length < 140; length++) {
            for (String last : List.of("", "é", "\"", "\u007f", "\u001f", "\ud800")) {
                String text = "x".repeat(length) + last;
                assertThat(new JsonWriter(1).string(text).slice().utf8())
                        .isEqualTo(new ByteSink().string(text).slice().utf8());
            }
        }
    }

    @Test
    void agreesWithJacksonOnRandomValues() {
        for (int seed = 0; seed < 3_000; seed++) {
            Object value = new GeneratedJson(seed).container(4);
            Slice written = write(value, new JsonWriter(1)).slice();

            assertThat(Json.isValid(written)).as("seed %s", seed).isTrue();
            assertThat(new ByteSink().json(written).slice().utf8())
                    .as("seed %s", seed)
                    .isEqualTo(written.utf8());
            if (!hasLoneSurrogateInNames(value)) {
                assertEqual(JACKSON.readTree(written.toByteArray()), value, "seed " + seed);
            }
        }
    }

    private static JsonWriter write(@Nullable Object value, JsonWriter json) {
        if (value instanceof Map<?, ?> members) {
            json.beginObject();
            members.forEach((name, member) -> write(member, json.name((String) name)));
            return json.endObject();
        }
        if (value instanceof List<?> items) {
            return json.array(items, JsonWriterTest::write);
        }
        if (value instanceof String text) {
            return text.length() % 2 == 0 ? json.string(text) : json.string(Slice.of(Utf8.encode(text)));
        }
        if (value instanceof Boolean bool) {
            return json.bool(bool);
        }
        return value == null ? json.nullValue() : json.raw(value.toString());
    }

    private static void assertEqual(JsonNode node, @Nullable Object value, String description) {
        if (value instanceof Map<?, ?> members) {
            assertThat(node.propertyNames()).as(description).containsExactlyElementsOf(names(members));
            members.forEach((name, member) -> assertEqual(node.get((String) name), member, description));
        } else if (value instanceof List<?> items) {
            assertThat(node.size()).as(description).isEqualTo(items.size());
            for (int i = 0; i < items.size(); i++) {
                assertEqual(node.get(i), items.get(i), description);
            }
        } else if (value instanceof String text) {
            assertThat(node.stringValue()).as(description).isEqualTo(text);
        } else if (value instanceof BigDecimal number) {
            assertThat(node.decimalValue()).as(description).isEqualByComparingTo(number);
        } else {
            assertThat(node.toString()).as(description).isEqualTo(String.valueOf(value));
        }
    }

    private static List<String> names(Map<?, ?> members) {
        return members.keySet().stream().map(String.class::cast).toList();
    }

    /** Returns whether the name of a member contains a lone surrogate. Jackson cannot read such names. */
    private static boolean hasLoneSurrogateInNames(@Nullable Object value) {
        if (value instanceof List<?> items) {
            return items.stream().anyMatch(JsonWriterTest::hasLoneSurrogateInNames);
        }
        return value instanceof Map<?, ?> members
                && members.entrySet().stream()
                        .anyMatch(member -> ((String) member.getKey())
                                        .codePoints()
                                        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                                || hasLoneSurrogateInNames(member.getValue()));
    }

    private static JsonWriter object() {
        return new JsonWriter().beginObject();
    }

    private static JsonWriter array() {
        return new JsonWriter().beginArray();
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatIllegalStateException().isThrownBy(call).withMessage(message);
    }
}
