package dev.plimsoll.gateway.pin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HiddenCharactersTest {

    /**
     * Checks characters without width, bidirectional controls, tags, variation selectors, fillers, control
     * characters, and a character for private use.
     */
    @ParameterizedTest
    @ValueSource(
            ints = {
                0x200b, 0x200d, 0x2060, 0xfeff, 0x202e, 0x2066, 0xe0001, 0xe0041, 0xe0100, 0xfe00, 0x3164, 0x2028, 0x1b,
                0x7f, 0x9b, 0xad, 0xe000
            })
    void findsAndShows(int codePoint) {
        String text = "a" + Character.toString(codePoint) + "b";
        String name = String.format("U+%04X", codePoint);
        assertThat(HiddenCharacters.find(text)).containsExactly(name);
        assertThat(HiddenCharacters.makeVisible(text, 100)).isEqualTo("a<" + name + ">b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "two\nlines\twith tabs", "Größe – naïve 日本語", "family 👩‍👩‍👧 and ❤️‍🔥"})
    void usualTextHasNoHiddenCharacters(String text) {
        assertThat(HiddenCharacters.find(text)).isEmpty();
    }

    @Test
    void abbreviatesShownText() {
        assertThat(HiddenCharacters.makeVisible("x".repeat(1000), 10)).isEqualTo("x".repeat(10) + "…");
        assertThat(HiddenCharacters.makeVisible("a\nb", 10)).isEqualTo("a<U+000A>b");
    }
}
