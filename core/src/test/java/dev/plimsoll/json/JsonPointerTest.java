package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.compare.JsonEquality;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPointerTest {

    private static final Slice DOCUMENT = Slice.of("""
            {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\\\j": 5, "k\\"l": 6, " ": 7,
             "m~n": 8, "dup": 1, "dup": {"x": [10, [20, 30] ]}, "01": 9, "é": {"\\ud800": 11} }
            """);

    @Test
    void findsTheExamplesOfRfc6901() {
        assertThat(find("/foo")).isEqualTo("[\"bar\", \"baz\"]");
        assertThat(find("/foo/0")).isEqualTo("\"bar\"");
        assertThat(find("/")).isEqualTo("0");
        assertThat(find("/a~1b")).isEqualTo("1");
        assertThat(find("/c%d")).isEqualTo("2");
        assertThat(find("/e^f")).isEqualTo("3");
        assertThat(find("/g|h")).isEqualTo("4");
        assertThat(find("/i\\j")).isEqualTo("5");
        assertThat(find("/k\"l")).isEqualTo("6");
        assertThat(find("/ ")).isEqualTo("7");
        assertThat(find("/m~0n")).isEqualTo("8");
        assertThat(find("")).isEqualTo(Json.trim(DOCUMENT).utf8());
    }

    @Test
    void usesTheLastDuplicateMember() {
        assertThat(find("/dup/x/1/0")).isEqualTo("20");
    }

    @Test
    void findsKeysBeyondAscii() {
        assertThat(find("/é/\ud800")).isEqualTo("11");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/foo/2",
                "/foo/-",
                "/foo/00",
                "/foo/01",
                "/foo/+1",
                "/foo/1.0",
                "/foo/99999999999",
                "/foo/",
                "/foo/4294967296",
                "/nope",
                "/foo/0/0",
                "//x",
                "/dup/x/1/0/",
                "/c%25d"
            })
    void returnsNullForMissingValues(String pointer) {
        assertThat(JsonPointer.parse(pointer).find(DOCUMENT)).isNull();
    }

    @Test
    void findsNothingInEmptyDocuments() {
        assertThat(JsonPointer.parse("/0").find(Slice.of("[]"))).isNull();
        assertThat(JsonPointer.parse("/a").find(Slice.of("{}"))).isNull();
        assertThat(JsonPointer.parse("/a").find(Slice.of(""))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", " /a", "/~", "/~2", "/a~/b", "#/a"})
    void refusesInvalidPointers(String text) {
        assertThatThrownBy(() -> JsonPointer.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("JSON Pointer: ");
    }

    @Test
    void roundTripsText() {
        for (String text : new String[] {"", "/", "//", "/a~1b/m~0n/0", "/~01", "/é/ "}) {
            JsonPointer pointer = JsonPointer.parse(text);
            assertThat(pointer).hasToString(text).isEqualTo(JsonPointer.parse(text));
            assertThat(pointer.hashCode()).isEqualTo(JsonPointer.parse(text).hashCode());
        }
        assertThat(JsonPointer.parse("/a//~01").tokens()).containsExactly("a", "", "~1");
    }

    @Test
    void appendsChildren() {
        JsonPointer pointer =
                JsonPointer.root().child("dup").child("x").child(1).child(0);
        assertThat(pointer).hasToString("/dup/x/1/0").isNotEqualTo(JsonPointer.root());
        assertThat(JsonPointer.root().child("a/b~")).hasToString("/a~1b~0");
        assertThatThrownBy(() -> pointer.child(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void findsValuesAtAnyDepth() {
        int depth = 100_000;
        Slice arrays = Slice.of("[".repeat(depth) + "7" + "]".repeat(depth));
        assertThat(JsonPointer.parse("/0".repeat(depth)).find(arrays)).isEqualTo(Slice.of("7"));

        Slice objects = Slice.of("{\"a\":1,\"a\":".repeat(depth) + "7" + "}".repeat(depth));
        assertThat(JsonPointer.parse("/a".repeat(depth)).find(objects)).isEqualTo(Slice.of("7"));
        assertThat(JsonPointer.parse("/a".repeat(depth) + "/a").find(objects)).isNull();
    }

    @Test
    void usesOnlyTheLastDuplicateAtEveryLevel() {
        Slice document = Slice.of("{\"a\":{\"b\":1,\"c\":2},\"x\":[{\"b\":3}],\"a\":{\"b\":4},\"x\":5}");
        assertThat(JsonPointer.parse("/a/b").find(document)).isEqualTo(Slice.of("4"));
        assertThat(JsonPointer.parse("/a/c").find(document)).isNull();
        assertThat(JsonPointer.parse("/x/0/b").find(document)).isNull();
        assertThat(JsonPointer.parse("/x").find(document)).isEqualTo(Slice.of("5"));
        Slice arrays = Slice.of("[[{\"a\":1,\"a\":[2]},{\"a\":3}], {\"a\":4}]");
        assertThat(JsonPointer.parse("/0/0/a/0").find(arrays)).isEqualTo(Slice.of("2"));
        assertThat(JsonPointer.parse("/0/1/a").find(arrays)).isEqualTo(Slice.of("3"));
        assertThat(JsonPointer.parse("/0/2/a").find(arrays)).isNull();
    }

    @Test
    void findsEveryValueOfGeneratedDocuments() {
        for (long seed = 0; seed < 500; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            Object value = generated.container(3);
            findAll(JsonPointer.root(), value, Slice.of(generated.spell(value)), generated);
        }
    }

    private static void findAll(JsonPointer pointer, @Nullable Object value, Slice document, GeneratedJson generated) {
        Slice found = pointer.find(document);
        assertThat(found).as("%s", pointer).isNotNull();
        assertThat(JsonEquality.isEqual(found, Slice.of(generated.spell(value)), 1, 2))
                .isTrue();
        assertThat(JsonPointer.parse(pointer.toString())).isEqualTo(pointer);
        if (value instanceof Map<?, ?> members) {
            members.forEach((key, member) -> findAll(pointer.child((String) key), member, document, generated));
        } else if (value instanceof List<?> items) {
            for (int i = 0; i < items.size(); i++) {
                findAll(pointer.child(i), items.get(i), document, generated);
            }
            assertThat(pointer.child(items.size()).find(document)).isNull();
        }
    }

    private static String find(String pointer) {
        return Objects.requireNonNull(JsonPointer.parse(pointer).find(DOCUMENT)).utf8();
    }
}
