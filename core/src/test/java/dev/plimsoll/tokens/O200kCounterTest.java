package dev.plimsoll.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code bpe} against JTokkit, which uses the same vocabulary with a regular expression and object maps. */
class O200kCounterTest {

    private static final Encoding REFERENCE =
            Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

    private final TokenCounter bpe = TokenCounter.bpe();
    private final TokenCounter reusingCounter = bpe.forManyTexts();

    @Test
    void countsKnownTexts() {
        assertThat(bpe.count(Slice.of(""))).isZero();
        assertThat(bpe.count(Slice.of("a"))).isEqualTo(1);
        assertThat(bpe.count(Slice.of("hello world"))).isEqualTo(2);
        assertThat(bpe.count(Slice.of("tiktoken is great!"))).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void countsDifficultTextAsTheReferenceDoes(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            assertExact(DifficultText.shortText(random));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void joinDeltaIsTheDifferenceOfTheCounts(long seed) {
        Random random = new Random(seed);
        List<String> ends = List.of("\n", "\r\n", " \n", ";\n", "\n\n", "//\n", "\u00a0\n", "\r", "", "a word.\n");
        List<String> starts =
                List.of("", "  ", "\t", "/", " \n", "\u2003", "a", "7", "'s", "    at ", "\u0301", "\r\n", "\n## Next");
        int zeroDeltas = 0;
        int otherDeltas = 0;
        for (int i = 0; i < 20_000; i++) {
            String firstText = "x" + DifficultText.shortText(random) + ends.get(random.nextInt(ends.size()));
            String second = starts.get(random.nextInt(starts.size())) + DifficultText.shortText(random) + "x";
            Slice together = Slice.of(firstText + second);
            int position = random.nextInt(3) == 0
                    ? 1 + random.nextInt(together.length() - 1)
                    : Slice.of(firstText).length();
            int delta = bpe.joinDelta(together, position);
            if (delta != TokenCounter.UNKNOWN) {
                assertThat(bpe.count(together.sub(0, position))
                                + bpe.count(together.sub(position, together.length()))
                                + delta)
                        .as("%s|%s", firstText, second)
                        .isEqualTo(bpe.count(together));
                zeroDeltas += delta == 0 ? 1 : 0;
                otherDeltas += delta == 0 ? 0 : 1;
            }
        }
        assertThat(zeroDeltas).isGreaterThan(2_000);
        assertThat(otherDeltas).isGreaterThan(1_000);
    }

    @Test
    void joinDeltaReadsFewBytes() {
        Slice word = Slice.of("=".repeat(10_000) + "\n\n" + "=".repeat(10_000));
        assertThat(bpe.joinDelta(word, 10_001)).isEqualTo(TokenCounter.UNKNOWN);
        Slice sentence = Slice.of("=".repeat(10_000) + " is a line.\n\n");
        assertThat(bpe.joinDelta(sentence, sentence.length() - 1)).isEqualTo(-1);
        assertThat(TokenCounter.classes().joinDelta(sentence, 5)).isEqualTo(TokenCounter.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "/\n", "};\n"})
    void joinDeltaReadsFewLines(String line) {
        // without a limit, separate counts of many short lines would read the same lines many times
        for (int lines = 1; lines < 100; lines++) {
            Slice text = Slice.of("a word\n" + line.repeat(lines) + "/");
            boolean isKnown = bpe.joinDelta(text, text.length() - 1) != TokenCounter.UNKNOWN;
            assertThat(isKnown).as("%d lines", lines).isEqualTo(lines < 7);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void countsPlainTextAsTheReferenceDoes(long seed) {
        Random random = new Random(seed);
        String commonCharacters = "aabcsstZZQ00199 ''--_/,:\"{\n\n\r\t\u0001\u007f\u0000\u0301\u0663é中";
        for (int i = 0; i < 60_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(30); text.length() < length; ) {
                char next = random.nextInt(8) == 0
                        ? (char) random.nextInt(0x80)
                        : commonCharacters.charAt(random.nextInt(commonCharacters.length()));
                text.append(String.valueOf(next).repeat(1 + random.nextInt(3) * random.nextInt(5)));
            }
            assertExact(text.toString());
            assertSameEnds(text.toString(), random);
        }
    }

    /**
     * Checks the ends of the pieces into which a text is split before the count. A wrong end rarely changes a count.
     * Other text surrounds the tested text in the array.
     */
    private static void assertSameEnds(String text, Random random) {
        byte[] noise = "7a' -\n/\u0301".repeat(3).getBytes(StandardCharsets.UTF_8);
        byte[] inside = text.getBytes(StandardCharsets.UTF_8);
        int from = random.nextInt(noise.length);
        byte[] bytes = Arrays.copyOf(Arrays.copyOf(noise, from), from + inside.length + 12);
        System.arraycopy(inside, 0, bytes, from, inside.length);
        System.arraycopy(noise, 0, bytes, from + inside.length, 12);
        int to = from + inside.length;
        for (int position = from; position < to; ) {
            int end = O200kPieces.endOfPiece(bytes, position, to);
            if (end != O200kPieces.endOfPieceByCharacter(bytes, position, to)) {
                assertThat(end)
                        .as(text + " at " + (position - from))
                        .isEqualTo(O200kPieces.endOfPieceByCharacter(bytes, position, to));
            }
            position = end;
        }
    }

    @Test
    void countsSymbolsFollowedByMarks() {
        assertExact("-\u007f\u0301:b and more");
        assertExact("a-\u007f\u0301s\n".repeat(1_000));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void countsLongWordsAsTheReferenceDoes(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 600; i++) {
            assertExact(DifficultText.longText(random));
        }
    }

    @Test
    void countsRunsOfEveryLengthAsTheReferenceDoes() {
        for (String unit :
                List.of("a", " ", "\n", "=", "-", "ab", "哈", "\u0301", "\r\n", "0", "ʰ", "\t", "*", " x", "ё", "😀")) {
            for (int times = 1; times < 300; times++) {
                assertExact(unit.repeat(times));
            }
            assertExact(unit.repeat(2_000));
        }
    }

    @Test
    void countsEveryCharacterAsTheReferenceDoes() {
        for (int from = 0; from < 0x20000; from += 16) {
            if (from < 0xD800 || from > 0xDFFF) {
                String characters = IntStream.range(from, from + 16)
                        .mapToObj(c -> "a" + Character.toString(c) + "B" + Character.toString(c) + " ")
                        .collect(Collectors.joining());
                assertExact(characters);
            }
        }
    }

    @Test
    void countsAHugeWordInReasonableTime() {
        Random random = new Random(11);
        String word = random.ints(3_000_000, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        String start = word.substring(0, 20_000);
        assertExact(start);
        assertThat(bpe.count(Slice.of(word))).isBetween(1_400_000, 1_700_000);
        assertThat(bpe.count(Slice.of(" ".repeat(1_000_000)))).isBetween(1_000_000 / 128, 1_000_000 / 120);
    }

    @Test
    void countsEscapedTextLikeUnescapedText() {
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            String text = DifficultText.shortText(random);
            assertThat(bpe.countEscaped(escaped(text))).isEqualTo(bpe.count(Slice.of(text)));
        }
        assertThat(bpe.countEscaped(Slice.of("\\u00e9\\ud83d\\ude00\\/\\n"))).isEqualTo(bpe.count(Slice.of("é😀/\n")));
    }

    @Test
    void longEscapedTextIsCutIntoPartsWithoutChangingTheCount() {
        Random random = new Random(6);
        for (int i = 0; i < 10; i++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 150_000) {
                text.append(DifficultText.shortText(random)).append(random.nextInt(3) == 0 ? " and more" : "");
            }
            assertThat(bpe.countEscaped(escaped(text.toString()))).isEqualTo(bpe.count(Slice.of(text.toString())));
        }
    }

    @Test
    void countsInvalidUtf8() {
        Random random = new Random(8);
        byte[] noise = new byte[5_000];
        for (int round = 0; round < 200; round++) {
            random.nextBytes(noise);
            int count = bpe.count(new Slice(noise, 10, 10 + random.nextInt(4_900)));
            assertThat(count).isBetween(0, 5_000);
        }
        byte[] surrogates = {'a', (byte) 0xED, (byte) 0xA0, (byte) 0x80, 'b'};
        assertThat(bpe.count(Slice.of(surrogates))).isBetween(3, 5);
    }

    @Test
    void neverReadsBeyondTheSlice() {
        byte[] bytes =
                "xx 12345 'll don't — 中文字 internationalization ".repeat(4).getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from < 60; from++) {
            for (int to = from; to < bytes.length; to += 3) {
                assertThat(bpe.count(new Slice(bytes, from, to)))
                        .isEqualTo(bpe.count(Slice.of(Arrays.copyOfRange(bytes, from, to))));
            }
        }
    }

    @Test
    void countsBase64AsTheReferenceDoes() {
        byte[] noise = new byte[30_000];
        new Random(9).nextBytes(noise);
        assertExact(Base64.getEncoder().encodeToString(noise));
    }

    private void assertExact(String text) {
        int exact = REFERENCE.countTokensOrdinary(text);
        if (bpe.count(Slice.of(text)) != exact) {
            assertThat(bpe.count(Slice.of(text))).as(text).isEqualTo(exact);
        }
        // the first count merges the word, the second one uses the cache
        for (int i = 0; i < 2; i++) {
            int again = reusingCounter.count(Slice.of(text));
            if (again != exact) {
                assertThat(again).as(text).isEqualTo(exact);
            }
        }
    }

    private static Slice escaped(String text) {
        ByteSink sink = new ByteSink();
        JsonText.escape(Slice.of(text), sink);
        return sink.slice();
    }
}
