package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {

    private static final int[] CRITICAL_BYTES = {
        0x00, 'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
        0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF
    };

    @Test
    void agreesWithTheJdkOnAllShortByteSequences() {
        for (int a : CRITICAL_BYTES) {
            for (int b : CRITICAL_BYTES) {
                for (int c : CRITICAL_BYTES) {
                    compareWithJdk(new byte[] {(byte) a, (byte) b, (byte) c});
                    compareWithJdk(new byte[] {(byte) 0xF0, (byte) a, (byte) b, (byte) c, 'x'});
                }
                compareWithJdk(new byte[] {(byte) a, (byte) b});
            }
        }
    }

    @Test
    void agreesWithTheJdkOnRandomBytes() {
        Random random = new Random(5);
        for (int round = 0; round < 5000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] =
                        (byte) (random.nextInt(3) == 0 ? 'a' : CRITICAL_BYTES[random.nextInt(CRITICAL_BYTES.length)]);
            }
            compareWithJdk(bytes);
        }
    }

    private static void compareWithJdk(byte[] bytes) {
        boolean isValid = JacksonOracle.isUtf8(bytes);
        String text = new String(bytes, StandardCharsets.UTF_8);
        assertThat(Utf8.isValid(Slice.of(bytes))).as("%s", bytes).isEqualTo(isValid);
        if (!hasSurrogateForm(bytes)) {
            assertThat(Utf8.repair(Slice.of(bytes))).as("%s", bytes).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        }
        if (isValid) {
            assertThat(Utf8.codePoints(Slice.of(bytes))).isEqualTo(text.codePointCount(0, text.length()));
        }
    }

    /** Returns whether the text contains encoded surrogates, for which the JDK replaces more bytes at once than recommended. */
    private static boolean hasSurrogateForm(byte[] bytes) {
        for (int i = 1; i < bytes.length; i++) {
            if (bytes[i - 1] == (byte) 0xED && (bytes[i] & 0xE0) == 0xA0) {
                return true;
            }
        }
        return false;
    }

    @Test
    void replacesEachByteOfASurrogate() {
        byte[] surrogate = {'a', (byte) 0xED, (byte) 0xA0, (byte) 0x80, 'b'};
        assertThat(new String(Utf8.repair(Slice.of(surrogate)), StandardCharsets.UTF_8))
                .isEqualTo("a\ufffd\ufffd\ufffdb");
        assertThat(Utf8.isValid(Slice.of(surrogate))).isFalse();
    }

    @Test
    void roundTripsStrings() {
        for (long seed = 0; seed < 1000; seed++) {
            String text = new GeneratedJson(seed).string();
            Slice bytes = Slice.of(Utf8.encode(text));
            assertThat(Utf8.decode(bytes)).isEqualTo(text);
            assertThat(Utf8.codePoints(bytes)).isEqualTo(text.codePointCount(0, text.length()));
        }
    }

    @Test
    void readsOnlyTheRangeOfTheSlice() {
        byte[] bytes = "é".getBytes(StandardCharsets.UTF_8);
        assertThat(Utf8.isValid(new Slice(bytes, 0, 1))).isFalse();
        assertThat(Utf8.repair(new Slice(bytes, 0, 1))).isEqualTo("\ufffd".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void floorsToTheStartOfACodePoint() {
        Slice text = Slice.of("aé€\ud83d\ude00b");
        int[] expected = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};
        for (int offset = 0; offset < expected.length; offset++) {
            assertThat(Utf8.floor(text, offset)).isEqualTo(expected[offset]);
        }
        assertThatThrownBy(() -> Utf8.floor(text, 12)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(Utf8.floor(Slice.of(Utf8.encode("\ud800")), 2)).isZero();
    }

    @Test
    void floorsWithinBoundsOnInvalidBytes() {
        byte[] stray = new byte[1000];
        Arrays.fill(stray, (byte) 0x80);
        assertThat(Utf8.floor(Slice.of(stray), 500)).isBetween(497, 500);
        assertThat(Utf8.graphemeFloor(Slice.of(stray), 500)).isBetween(1, 500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67\u200d\ud83d\udc66",
                "\ud83c\udde9\ud83c\uddea",
                "e\u0301",
                "e\u0301\u0323\u0302",
                "\ud83d\udc4d\ud83c\udffd",
                "1\ufe0f\u20e3",
                "\r\n",
                "\u1112\u1161\u11ab",
                "\ud83c\udff4\u200d\u2620\ufe0f",
                "\u0e01\u0e33"
            })
    void doesNotSplitGraphemeClusters(String cluster) {
        String before = "ab é";
        Slice text = Slice.of(before + cluster + cluster + "!");
        int first = Slice.of(before).length();
        int length = Slice.of(cluster).length();
        for (int offset = first; offset <= text.length(); offset++) {
            int expected = offset >= first + 2 * length ? offset : first + (offset - first) / length * length;
            assertThat(Utf8.graphemeFloor(text, offset)).as("at %s", offset).isEqualTo(expected);
        }
    }

    @Test
    void findsTheSameBoundariesAsAScanFromTheStart() {
        String[] parts = {
            "a", "é", "e\u0301", "\ud83c\udde9", "\u200d", "\ud83d\udc68", "\r", "\n", "\u0301", "中", "\ud83c\udffd"
        };
        Random random = new Random(11);
        for (int round = 0; round < 400; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(40); i >= 0; i--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            Slice slice = Slice.of(text.toString());
            List<Integer> boundaries = graphemeBoundaries(text.toString());
            for (int offset = 0; offset <= slice.length(); offset++) {
                int maxBoundary = offset;
                int expected = boundaries.stream().filter(b -> b <= maxBoundary).reduce(0, Math::max);
                assertThat(Utf8.graphemeFloor(slice, offset))
                        .isEqualTo(expected > 0 ? expected : Utf8.floor(slice, offset));
            }
        }
    }

    private static List<Integer> graphemeBoundaries(String text) {
        List<Integer> boundaries = new ArrayList<>();
        for (Matcher matcher = Pattern.compile("\\X").matcher(text); matcher.find(); ) {
            boundaries.add(Slice.of(text.substring(0, matcher.end())).length());
        }
        return boundaries;
    }

    @Test
    void cutsLongRunsOfFlagsBetweenFlags() {
        Slice flags = Slice.of("x" + "\ud83c\udde9\ud83c\uddea".repeat(2000));
        for (int offset = 700; offset < 900; offset++) {
            assertThat(Utf8.graphemeFloor(flags, offset) % 8).isEqualTo(1);
        }
    }

    @Test
    void floorsToCodePointsInCharactersLongerThanTheWindow() {
        Slice longCharacter = Slice.of("a" + "\u0301".repeat(2000));
        assertThat(Utf8.graphemeFloor(longCharacter, 3000)).isEqualTo(Utf8.floor(longCharacter, 3000));
    }

    @Test
    void offsetsOfASliceCountFromItsStart() {
        Slice text = Slice.of("ééé\ud83d\udc4d\ud83c\udffdx");
        assertThat(Utf8.graphemeFloor(text.sub(2, 14), 8)).isEqualTo(4);
        assertThat(Utf8.floor(text.sub(2, 14), 5)).isEqualTo(4);
    }
}
