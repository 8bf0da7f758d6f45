package dev.plimsoll.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageSnapshotLineTest {

    private static PageSnapshotLine line(String text) {
        return Objects.requireNonNull(PageSnapshotLine.parse(Slice.of(text)));
    }

    @Test
    void readsANodeOfPlaywright() {
        PageSnapshotLine node =
                line("    - textbox \"E-mail \\\"work\\\"\" [disabled] [level=2] [ref=f1e5]: \"a: b\"\r\n");
        assertThat(node.indent()).isEqualTo(4);
        assertThat(node.role()).isEqualTo("textbox");
        assertThat(node.name()).isEqualTo("E-mail \"work\"");
        assertThat(node.reference()).isEqualTo("f1e5");
        assertThat(node.attribute("disabled")).isEqualTo("true");
        assertThat(node.attribute("level")).isEqualTo("2");
        assertThat(node.attribute("checked")).isEmpty();
        assertThat(node.inlineText()).isEqualTo("a: b");
    }

    @Test
    void readsNodesWithQuotesAroundTheKey() {
        PageSnapshotLine node = line("- 'link \"Fix: now\" [ref=e7] [cursor=pointer]':\n");
        assertThat(node.role()).isEqualTo("link");
        assertThat(node.name()).isEqualTo("Fix: now");
        assertThat(node.reference()).isEqualTo("e7");
        assertThat(node.inlineText()).isEmpty();
        assertThat(line("- 'cell \"a\" [ref=e8]': text").inlineText()).isEqualTo("text");
    }

    @Test
    void readsANodeOfDevTools() {
        PageSnapshotLine node =
                line("  uid=1_8 combobox \"Only \"mine\" here\" expandable value=\"two words\" level=\"3\"\n");
        assertThat(node.indent()).isEqualTo(2);
        assertThat(node.role()).isEqualTo("combobox");
        assertThat(node.name()).isEqualTo("Only \"mine\" here");
        assertThat(node.reference()).isEqualTo("1_8");
        assertThat(node.attribute("expandable")).isEqualTo("true");
        assertThat(node.attribute("level")).isEqualTo("3");
        assertThat(node.inlineText()).isEqualTo("two words");
    }

    @Test
    void readsIncompleteNodes() {
        assertThat(line("- main").reference()).isEmpty();
        assertThat(line("- text: a b").inlineText()).isEqualTo("a b");
        assertThat(line("- paragraph [ref=e1]: a b").inlineText()).isEqualTo("a b");
        assertThat(line("uid=1_1").role()).isEmpty();
        assertThat(line("- button \"never ends [ref=e1]").reference()).isEmpty();
        assertThat(line("- button [ref=").reference()).isEmpty();
        assertThat(line("uid=").reference()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", "```yaml", "- /url: /x", "- Page URL: x", "text", "- ", "-", "- \"quoted\"", "# a"})
    void returnsNullForLinesThatAreNotNodes(String text) {
        assertThat(PageSnapshotLine.parse(Slice.of(text))).isNull();
    }
}
