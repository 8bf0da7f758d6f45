package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPointerTest {

    private static final Slice DOCUMENT = Slice.of("""
            {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\\\j": 5, "k\\"l": 6, " ": 7,
             "m~n": 8, "dup": 1, "dup": {"x": [10, [20, 30] ]}, "01": 9, "é": {"\\ud800": 11} }
            """);

    @Test
    void findsTheExamplesOfTheStandard() {
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
    void theLastOfEqualNamesWins() {
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
    void findsNothingWhereNothingIs(String pointer) {
        assertThat(JsonPointer.parse(pointer).find(DOCUMENT)).isNull();
    }

    @Test
    void findsNothingInNothing() {
        assertThat(JsonPointer.parse("/0").find(Slice.of("[]"))).isNull();
        assertThat(JsonPointer.parse("/a").find(Slice.of("{}"))).isNull();
        assertThat(JsonPointer.parse("/a").find(Slice.of(""))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", " /a", "/~", "/~2", "/a~/b", "#/a"})
    void refusesWhatIsNoPointer(String text) {
        assertThatThrownBy(() -> JsonPointer.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("JSON Pointer: ");
    }

    @Test
    void writesWhatItReads() {
        for (String text : new String[] {"", "/", "//", "/a~1b/m~0n/0", "/~01", "/é/ "}) {
            JsonPointer pointer = JsonPointer.parse(text);
            assertThat(pointer).hasToString(text).isEqualTo(JsonPointer.parse(text));
            assertThat(pointer.hashCode()).isEqualTo(JsonPointer.parse(text).hashCode());
        }
        assertThat(JsonPointer.parse("/a//~01").tokens()).containsExactly("a", "", "~1");
    }

    @Test
    void growsByChildren() {
        JsonPointer pointer =
                JsonPointer.root().child("dup").child("x").child(1).child(0);
        assertThat(pointer).hasToString("/dup/x/1/0").isNotEqualTo(JsonPointer.root());
        assertThat(JsonPointer.root().child("a/b~")).hasToString("/a~1b~0");
        assertThatThrownBy(() -> pointer.child(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void goesAsDeepAsAsked() {
        int depth = 2_000;
        Slice document = Slice.of("[".repeat(depth) + "7" + "]".repeat(depth));
        assertThat(JsonPointer.parse("/0".repeat(depth)).find(document)).isEqualTo(Slice.of("7"));
    }

    private static String find(String pointer) {
        return Objects.requireNonNull(JsonPointer.parse(pointer).find(DOCUMENT)).utf8();
    }
}
