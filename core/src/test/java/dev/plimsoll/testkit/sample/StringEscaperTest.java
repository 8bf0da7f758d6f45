package dev.plimsoll.testkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StringEscaperTest {

    @Test
    void everySpellingHasTheSameText() {
        PropertyCases.check(Payloads.any().map(SamplePayload::text), text -> {
            assertThat(read(StringEscaper.minimal(text))).isEqualTo(text);
            assertThat(read(StringEscaper.ascii(text))).isEqualTo(text);
            assertThat(read(StringEscaper.slashes(text))).isEqualTo(text);
            assertThat(read(StringEscaper.random(new Random(text.length())).quoted(text)))
                    .isEqualTo(text);
        });
    }

    private static String read(String quoted) {
        return ParsedJson.tree(quoted.getBytes(StandardCharsets.UTF_8)).asString();
    }

    @Test
    void escapesTheCharactersOfEachSpelling() {
        assertThat(StringEscaper.minimal("a/\"\\\n\0é\ud800😀")).isEqualTo("\"a/\\\"\\\\\\n\\u0000é\\ud800😀\"");
        assertThat(StringEscaper.ascii("é😀\u007f")).isEqualTo("\"\\u00e9\\ud83d\\ude00\\u007f\"");
        assertThat(StringEscaper.slashes("a/b")).isEqualTo("\"a\\/b\"");
    }
}
