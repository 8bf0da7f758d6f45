package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AsciiScanTest {

    private static AsciiScan scan(String word) {
        return Objects.requireNonNull(AsciiScan.of(word));
    }

    @Test
    void findsWhatASlowLookFinds() {
        Random random = new Random(3);
        for (int run = 0; run < 5_000; run++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(60);
            for (int i = 0; i < length; i++) {
                text.append("abAB@`k\\".charAt(random.nextInt(8)));
            }
            StringBuilder word = new StringBuilder();
            for (int i = 0; i <= random.nextInt(4); i++) {
                word.append("aBk@".charAt(random.nextInt(4)));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            int from = length == 0 ? 0 : random.nextInt(length);
            String low = text.toString().toLowerCase(Locale.ROOT);
            int found = low.indexOf(word.toString().toLowerCase(Locale.ROOT), from);
            int slash = low.indexOf('\\', from);
            int plain = found < 0 ? length : found;
            assertThat(scan(word.toString()).next(bytes, from, length, false))
                    .as("%s in %s from %d", word, text, from)
                    .isEqualTo(plain);
            assertThat(scan(word.toString()).next(bytes, from, length, true))
                    .isEqualTo(slash < 0 ? plain : Math.min(plain, slash));
        }
    }

    @Test
    void stopsAtLettersThatFoldToItsOwn() {
        byte[] kelvin = "abcdefgh\u212A".getBytes(StandardCharsets.UTF_8);
        assertThat(scan("k").next(kelvin, 0, kelvin.length, false)).isEqualTo(8);
        assertThat(scan("x").next(kelvin, 0, kelvin.length, false)).isEqualTo(kelvin.length);
        byte[] longS = "\u017F".getBytes(StandardCharsets.UTF_8);
        assertThat(scan("sir").next(longS, 0, longS.length, false)).isZero();
    }

    @Test
    void isForWordsOfAsciiOnly() {
        assertThat(AsciiScan.of("")).isNull();
        assertThat(AsciiScan.of("é")).isNull();
        assertThat(scan("A b").length()).isEqualTo(3);
    }
}
