package dev.plimsoll.gateway.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShellWordTest {

    @Test
    void quotesWithApostrophesOnUnix() {
        assertThat(ShellWord.onUnix("/tmp/a-b_é.json")).isEqualTo("/tmp/a-b_é.json");
        assertThat(ShellWord.onUnix("my file's")).isEqualTo("'my file'\\''s'");
        assertThat(ShellWord.onUnix("~/a")).isEqualTo("'~/a'");
        assertThat(ShellWord.onUnix("$HOME")).isEqualTo("'$HOME'");
        assertThat(ShellWord.onUnix("")).isEqualTo("''");
    }

    @Test
    void quotesWithQuotationMarksOnWindows() {
        assertThat(ShellWord.onWindows("C:\\Users\\me\\a.json")).isEqualTo("C:\\Users\\me\\a.json");
        assertThat(ShellWord.onWindows("C:\\my docs\\a.json")).isEqualTo("\"C:\\my docs\\a.json\"");
        assertThat(ShellWord.onWindows(".a == \"x\"")).isEqualTo("\".a == \\\"x\\\"\"");
        assertThat(ShellWord.onWindows("")).isEqualTo("\"\"");
    }
}
