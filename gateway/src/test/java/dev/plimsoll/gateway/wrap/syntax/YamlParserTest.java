package dev.plimsoll.gateway.wrap.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlParserTest {

    private static SyntaxNode value(SyntaxNode object, String name) {
        return Objects.requireNonNull(object.member(name), name).value();
    }

    @Test
    void recordsPositionsAfterCharactersOfAllSizes() throws SyntaxException {
        SyntaxNode root = YamlParser.parse("\uFEFFa: 'é😀' # 😀\r\nb: [x, \"y\"]\r\nc:\r\n- d: |\r\n    e\r\n");

        assertThat(value(root, "a").raw()).isEqualTo("'é😀'");
        assertThat(value(root, "a").text()).isEqualTo("é😀");
        assertThat(value(root, "b").raw()).isEqualTo("[x, \"y\"]");
        assertThat(value(root, "b").isBracketed()).isTrue();
        assertThat(value(value(root, "c").items().get(0), "d").text()).isEqualTo("e\n");
    }

    @Test
    void distinguishesTextsFromOtherValues() throws SyntaxException {
        SyntaxNode items = YamlParser.parse("[x, '1', 1, -1.5, true, null, ~, 0x1f, 1.2.3, yes]");

        assertThat(items.items().stream().map(item -> item.is(Kind.STRING)))
                .containsExactly(true, true, false, false, false, false, false, false, false, true);
    }

    @Test
    void marksAliasesAndTheirTargetsAsReadOnly() throws SyntaxException {
        SyntaxNode root = YamlParser.parse("a: &x {b: 1}\nc: *x\nd: &y 1");

        assertThat(value(root, "a").readOnlyReason()).isEqualTo("other parts of the file refer to it (&x)");
        assertThat(value(root, "c").readOnlyReason()).isEqualTo("it refers to another part of the file (*x)");
        assertThat(value(root, "d").readOnlyReason()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`a: [1` | 1:6: expected ',' or ']', but got <stream end>",
                "`a: 1\nb: *x` | 2:4: an alias without an anchor before it",
                "`a:\n\tb: 1` | 2:1: a tab cannot indent; use spaces",
                "`a: 1\n---\nb: 2` | 2:1: a second document (---) is not allowed",
                "`# only` | 1:7: only white space and comments",
                "`a: 1\n  b: 2` | 2:4: mapping values are not allowed here",
                "`a: \"b` | 1:6: found unexpected end of stream",
                "`a: \u0001` | 1:4: a character that is not allowed in YAML"
            })
    void rejectsInvalidTextWithItsPosition(String text, String message) {
        assertThatThrownBy(() -> YamlParser.parse(text))
                .isInstanceOf(SyntaxException.class)
                .hasMessage(message);
    }

    @Test
    void readsDeepNesting() throws SyntaxException {
        SyntaxNode node = YamlParser.parse("[".repeat(5_000) + "]".repeat(5_000));

        assertThat(node.to()).isEqualTo(10_000);
    }
}
