package dev.plimsoll.gateway.wrap.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TomlParserTest {

    private static SyntaxNode value(SyntaxNode root, String... path) {
        SyntaxNode node = root;
        for (String name : path) {
            node = Objects.requireNonNull(node.member(name), name).value();
        }
        return node;
    }

    @Test
    void recordsThePositionOfEveryValue() throws SyntaxException {
        String text = "\uFEFF[a . \"b c\"] # x\r\nd.'e' = [ 1, {f='g'} ]\r\n";
        SyntaxNode table = value(TomlParser.parse(text), "a", "b c");
        SyntaxMember inner = Objects.requireNonNull(value(table, "d").member("e"));

        assertThat(text.substring(inner.from(), inner.nameTo())).isEqualTo("d.'e'");
        assertThat(text.substring(inner.nameFrom(), inner.nameTo())).isEqualTo("'e'");
        assertThat(inner.value().raw()).isEqualTo("[ 1, {f='g'} ]");
        assertThat(Objects.requireNonNull(inner.value().items().get(1).member("f"))
                        .value()
                        .text())
                .isEqualTo("g");
        assertThat(table.nameRanges())
                .singleElement()
                .satisfies(place ->
                        assertThat(text.substring(place.from(), place.to())).isEqualTo("\"b c\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'C:\\x' | C:\\x",
                "\"a\\tb\\\"\\\\ \\u00e9\\U0001F600\\x41\\e\" | `a\tb\"\\ é😀A\u001b`",
                "\"\"\"a\"b\"\"\"\" | a\"b\"",
                "'''a'b'''' | a'b'"
            })
    void decodesStrings(String literal, String expected) throws SyntaxException {
        assertThat(value(TomlParser.parse("a = " + literal), "a").text()).isEqualTo(expected);
    }

    @Test
    void decodesStringsOnSeveralLines() throws SyntaxException {
        assertThat(value(TomlParser.parse("a = \"\"\"\r\nb\\  \r\n\r\n  c\n\"\"\""), "a")
                        .text())
                .isEqualTo("bc\n");
        assertThat(value(TomlParser.parse("a = '''\nb\\\n'''"), "a").text()).isEqualTo("b\\\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "+1_000",
                "0xDEAD_beef",
                "0o17",
                "0b1",
                "1.5",
                "-1e5",
                "6.26e-34",
                "inf",
                "-nan",
                "true",
                "false",
                "1979-05-27T07:32:00Z",
                "1979-05-27 00:32:00.999-07:00",
                "1979-05-27",
                "07:32:00",
                "[]",
                "[ [ ], [1,], ]",
                "{}",
                "{ a.b = 1, a.c = 2 }",
                "[\n1 # x\n, 2\n]"
            })
    void acceptsValues(String literal) throws SyntaxException {
        assertThat(value(TomlParser.parse("a = " + literal + " # end"), "a").raw())
                .isEqualTo(literal);
    }

    @Test
    void readsListsOfTables() throws SyntaxException {
        SyntaxNode list = value(TomlParser.parse("[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 2\n[e]"), "a");

        assertThat(list.items()).hasSize(2);
        assertThat(value(list.items().get(1), "c", "d").raw()).isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`a = \n` | 1:5: expected a value; a text needs quotes",
                "`a = npx` | 1:5: expected a value; a text needs quotes",
                "`a = 01` | 1:5: expected a value; a text needs quotes",
                "`x = 1\n a 1` | 2:4: expected = after a key",
                "`a = \"b\nc\"` | 1:5: the string does not end",
                "`a = '''b` | 1:5: the string does not end",
                "`a = \"\\q\"` | 1:6: invalid escape in a string",
                "`a = \"\\ud800\"` | 1:6: invalid escape in a string",
                "`a = [1, 2` | 1:10: the text ends too early",
                "`a = [1 2]` | 1:8: expected , or ]",
                "`a = {b = 1 c = 2}` | 1:12: expected , or }",
                "`a = 1 b = 2` | 1:7: expected the end of the line",
                "`[a\nb = 1` | 1:3: expected ] after the name of a table",
                "`[a]\n[a]` | 2:2: the name is defined twice",
                "`a = 1\r\na = 2` | 2:1: the name is defined twice",
                "`a = 1\n[a.b]` | 2:2: the name is already defined as a value, not as a table",
                "`a = {}\n[a.b]` | 2:2: the name is already defined as a value, not as a table",
                "`a = []\n[[a]]` | 2:3: the name is defined twice",
                "`= 1` | 1:1: expected a key",
                "`é = 1` | 1:1: expected a key",
                "`😀` | 1:1: expected a key"
            })
    void rejectsInvalidTextWithItsPosition(String text, String message) {
        assertThatThrownBy(() -> TomlParser.parse(text))
                .isInstanceOf(SyntaxException.class)
                .hasMessage(message);
    }

    @Test
    void refusesDeepNesting() {
        assertThatThrownBy(() -> TomlParser.parse("a = " + "[".repeat(100_000)))
                .hasMessage("1:205: more than 200 values inside each other");
    }
}
