package dev.plimsoll.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BytePairScannerTest {

    private static BytePairScanner scanner(boolean stopsAtAnyEscape, String... pairs) {
        return new BytePairScanner(
                List.of(pairs).stream()
                        .map(pair -> pair.getBytes(StandardCharsets.ISO_8859_1))
                        .toList(),
                stopsAtAnyEscape);
    }

    /**
     * Returns the first position of a pair. In JSON, escapes that may encode a pair count too: all escapes if
     * {@code stopsAtAnyEscape}, otherwise only Unicode escapes.
     */
    private static int exhaustiveSearch(
            String text, int from, boolean stopsAtAnyEscape, boolean isJson, String... pairs) {
        for (int i = from; i < text.length(); i++) {
            char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
            if (isJson && text.charAt(i) == '\\' && (stopsAtAnyEscape || next == 'u')) {
                return i;
            }
            for (String pair : pairs) {
                if (folded(text).startsWith(pair, i)) {
                    return i;
                }
            }
        }
        return text.length();
    }

    private static String folded(String text) {
        return text.replace('A', 'a').replace('B', 'b');
    }

    @Test
    void agreesWithAnExhaustiveSearch() {
        Random random = new Random(3);
        String letters = "abAB@`k\\u\u00e9\u0080";
        for (int run = 0; run < 20_000; run++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(60);
            for (int i = 0; i < length; i++) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
            int from = length == 0 ? 0 : random.nextInt(length);
            boolean stopsAtAnyEscape = random.nextBoolean();
            boolean isJson = random.nextBoolean();
            String[] pairs = random.nextBoolean()
                    ? new String[] {pair(random), pair(random)}
                    : new String[] {pair(random).substring(0, 1)};
            assertThat(scanner(stopsAtAnyEscape, pairs).findNext(bytes, from, length, isJson))
                    .as("%s in %s from %d, %s", List.of(pairs), text, from, isJson)
                    .isEqualTo(exhaustiveSearch(text.toString(), from, stopsAtAnyEscape, isJson, pairs));
        }
    }

    private static String pair(Random random) {
        String letters = "abk@u\u00e9\u0080";
        return "" + letters.charAt(random.nextInt(letters.length())) + letters.charAt(random.nextInt(letters.length()));
    }

    @Test
    void stopsAtEscapesThatMayContainAPair() {
        byte[] json = "a\\n 12345678 \\u0061".getBytes(StandardCharsets.UTF_8);
        assertThat(scanner(true, "xy").findNext(json, 0, json.length, true)).isEqualTo(1);
        assertThat(scanner(false, "xy").findNext(json, 0, json.length, true)).isEqualTo(13);
        assertThat(scanner(false, "xy").findNext(json, 0, json.length, false)).isEqualTo(json.length);
    }
}
