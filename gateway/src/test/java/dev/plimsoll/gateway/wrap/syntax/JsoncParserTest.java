package dev.plimsoll.gateway.wrap.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsoncParserTest {

    private static SyntaxMember member(SyntaxNode object, String name) {
        return Objects.requireNonNull(object.member(name));
    }

    @Test
    void recordsThePositionOfEveryValue() throws SyntaxException {
        String text = "\uFEFF/* a */ { \"k\\u0065y\" : [ 1 , \"x\\n\" , ] , // b\r\n }";
        SyntaxNode root = JsoncParser.parse(text);
        SyntaxMember key = member(root, "key");

        assertThat(text.substring(key.nameFrom(), key.nameTo())).isEqualTo("\"k\\u0065y\"");
        assertThat(key.value().raw()).isEqualTo("[ 1 , \"x\\n\" , ]");
        assertThat(key.value().items()).extracting(SyntaxNode::raw).isEqualTo(List.of("1", "\"x\\n\""));
        assertThat(key.value().items()).extracting(SyntaxNode::text).isEqualTo(List.of("1", "x\n"));
        assertThat(text.substring(root.from(), root.to()))
                .isEqualTo(root.raw())
                .startsWith("{")
                .endsWith("}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "[[],{}]",
                "null",
                "-0.5e+10",
                "[1,]",
                "{\"a\":true,}",
                "/**/[/***/]//",
                "[//\n]",
                "[//\r]",
                "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\uD83D\"",
                "\"http://no/*comment*/\"",
                " \t\r\n0 "
            })
    void acceptsCommentsAndTrailingCommas(String text) throws SyntaxException {
        assertThat(JsoncParser.parse(text).raw()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
            ``              | 1:1  | only white space and comments
            ` // x`         | 1:6  | only white space and comments
            `{"a" 1}`       | 1:6  | expected : after a name
            `{"a":}`        | 1:6  | expected a value
            `{"a":1 "b":2}` | 1:8  | expected , or }
            `[1 2]`         | 1:4  | expected , or ]
            `[,]`           | 1:2  | expected a value
            `[1,,2]`        | 1:4  | expected a value
            `{,}`           | 1:2  | expected a name in double quotes or }
            `{a:1}`         | 1:2  | expected a name in double quotes or }
            `{'a':1}`       | 1:2  | expected a name in double quotes or }
            `{"a":1]`       | 1:7  | expected , or }
            `[01]`          | 1:3  | expected , or ]
            `[+1]`          | 1:2  | expected a value
            `[truth]`       | 1:2  | expected a value
            `[nullx]`       | 1:6  | expected , or ]
            `["\\x"]`       | 1:3  | invalid escape in a string
            `["\\u12"]`     | 1:3  | invalid escape in a string
            `["\\u００００"]`  | 1:3  | invalid escape in a string
            `["abc]`        | 1:2  | the string does not end
            `["é😀`          | 1:2  | the string does not end
            `["😀" é]`       | 1:6  | expected , or ]
            `{} {}`         | 1:4  | more text after the end of the document
            `[`             | 1:2  | the text ends too early
            `{"a":`         | 1:6  | the text ends too early
            `{"a"`          | 1:5  | the text ends too early
            `{/* x`         | 1:2  | the comment does not end
            `[1/2]`         | 1:3  | expected , or ]
            """, delimiter = '|')
    void reportsThePositionOfAnError(String text, String position, String message) {
        assertThatThrownBy(() -> JsoncParser.parse(text))
                .isInstanceOf(SyntaxException.class)
                .hasMessage(position + ": " + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\n1,\n 2 3]", "[\r\n1,\r\n 2 3]", "[\r1,\r 2 3]", "\uFEFF[\n1,\n 2 3]"})
    void countsLinesWithAnyLineBreak(String text) {
        assertThatThrownBy(() -> JsoncParser.parse(text)).hasMessage("3:4: expected , or ]");
    }

    @Test
    void rejectsLineBreaksInStrings() {
        assertThatThrownBy(() -> JsoncParser.parse("[\"a\nb\"]")).hasMessage("1:4: the string does not end");
        assertThatThrownBy(() -> JsoncParser.parse("[\"a\tb\"]")).hasMessage("1:4: a control character in a string");
    }

    @Test
    void parsesAnyDepth() throws SyntaxException {
        int depth = 100_000;
        String arrays = "[".repeat(depth) + "]".repeat(depth);
        String objects = "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);

        assertThat(JsoncParser.parse(arrays).to()).isEqualTo(2 * depth);
        assertThat(JsoncParser.parse(objects).to()).isEqualTo(objects.length());
        assertThatThrownBy(() -> JsoncParser.parse("[".repeat(depth))).hasMessage("1:100001: the text ends too early");
    }

    @Test
    void findsTheLastOfDuplicateMembers() throws SyntaxException {
        SyntaxNode root = JsoncParser.parse("{\"a\":1,\"b\":2,\"a\":3}");

        assertThat(member(root, "a").value().raw()).isEqualTo("3");
        assertThat(root.members()).hasSize(3);
        assertThat(root.member("c")).isNull();
    }

    @Test
    void decodesWhatItEncodes() throws SyntaxException {
        String original = "a\"b\\c/d\b\f\n\r\t\u0000\u001f\u007f é 😀 \u2028";
        String literal = JsoncStrings.encode(original);

        assertThat(JsoncParser.parse(literal).text()).isEqualTo(original);
        assertThat(literal).contains("é 😀").doesNotContain("\n");
    }

    @Test
    void appliesAdjacentEditsTogether() {
        List<TextEdit> edits = List.of(TextEdit.delete(3, 4), TextEdit.insert(3, "x"), new TextEdit(1, 3, "y"));

        assertThat(TextEdit.apply("abcde", edits)).isEqualTo("ayxe");
        assertThatThrownBy(() -> TextEdit.apply("abc", List.of(TextEdit.delete(0, 2), TextEdit.delete(1, 3))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
