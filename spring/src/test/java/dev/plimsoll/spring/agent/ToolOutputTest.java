package dev.plimsoll.spring.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ToolOutputTest {

    private static List<String> texts(String output) {
        ToolOutput toolOutput = ToolOutput.of(output);
        assertThat(toolOutput.output()).isSameAs(output);
        assertThat(toolOutput.texts().isError()).isFalse();
        return toolOutput.texts().texts();
    }

    @Test
    void readsTheTextOfAJsonString() {
        assertThat(texts("\"line 1\\nline \\\"2\\\"\"")).containsExactly("line 1\nline \"2\"");
    }

    @Test
    void readsTheTextsOfContentBlocks() {
        assertThat(texts("[{\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\",\"annotations\":null}]"))
                .containsExactly("a", "b");
    }

    @Test
    void anyOtherOutputIsOneText() {
        for (String output : List.of(
                "",
                "plain",
                "\"open",
                "[]",
                "[1]",
                "{\"text\":\"a\"}",
                "[{\"text\":1}]",
                "[{\"text\":\"a\",\"rank\":2}]",
                "[{\"text\":\"a\"},{\"type\":\"image\",\"data\":\"AAAA\"}]",
                "[{\"type\":\"image\",\"text\":\"a\"}]",
                "[{\"text\":\"a\"}")) {
            assertThat(texts(output)).containsExactly(output);
        }
    }
}
