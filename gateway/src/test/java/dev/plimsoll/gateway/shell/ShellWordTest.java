package dev.plimsoll.gateway.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShellWordTest {

    @Test
    void quotesWithApostrophesOnUnix() {
        assertThat(ShellWord.quoteForUnix("/tmp/a-b_é.json")).isEqualTo("/tmp/a-b_é.json");
        assertThat(ShellWord.quoteForUnix("my file's")).isEqualTo("'my file'\\''s'");
        assertThat(ShellWord.quoteForUnix("~/a")).isEqualTo("'~/a'");
        assertThat(ShellWord.quoteForUnix("$HOME")).isEqualTo("'$HOME'");
        assertThat(ShellWord.quoteForUnix("")).isEqualTo("''");
    }

    @Test
    void quotesWithQuotationMarksOnWindows() {
        assertThat(ShellWord.quoteForWindows("C:\\Users\\me\\a.json")).isEqualTo("C:\\Users\\me\\a.json");
        assertThat(ShellWord.quoteForWindows("C:\\my docs\\a.json")).isEqualTo("\"C:\\my docs\\a.json\"");
        assertThat(ShellWord.quoteForWindows(".a == \"x\"")).isEqualTo("\".a == \\\"x\\\"\"");
        assertThat(ShellWord.quoteForWindows("")).isEqualTo("\"\"");
    }
}
