package dev.plimsoll.testkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.Cases;
import dev.plimsoll.testkit.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpellingTest {

    @Test
    void writesTheSameTextInEverySpelling() {
        Cases.check(Payloads.any().map(Payload::text), text -> {
            assertThat(read(Spelling.minimal(text))).isEqualTo(text);
            assertThat(read(Spelling.ascii(text))).isEqualTo(text);
            assertThat(read(Spelling.slashes(text))).isEqualTo(text);
            assertThat(read(Spelling.any(new Random(text.length())).quoted(text)))
                    .isEqualTo(text);
        });
    }

    private static String read(String quoted) {
        return Parsed.tree(quoted.getBytes(StandardCharsets.UTF_8)).asString();
    }

    @Test
    void escapesWhatTheSpellingSays() {
        assertThat(Spelling.minimal("a/\"\\\n\0é\ud800😀")).isEqualTo("\"a/\\\"\\\\\\n\\u0000é\\ud800😀\"");
        assertThat(Spelling.ascii("é😀\u007f")).isEqualTo("\"\\u00e9\\ud83d\\ude00\\u007f\"");
        assertThat(Spelling.slashes("a/b")).isEqualTo("\"a\\/b\"");
    }
}
