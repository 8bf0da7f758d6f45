package dev.plimsoll.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the properties of every counter, and the definitions of the two estimates. */
class TokenCounterTest {

    static Stream<TokenCounter> counters() {
        return Stream.concat(
                Stream.of(TokenCounter.classes(), TokenCounter.chars(), TokenCounter.bpe()),
                Arrays.stream(Vocabulary.values()).map(TokenCounter::classes));
    }

    @ParameterizedTest
    @MethodSource("counters")
    void exceedsAgreesWithTheCount(TokenCounter counter) {
        Random random = new Random(3);
        for (int i = 0; i < 300; i++) {
            Slice text =
                    Slice.of(random.nextInt(4) == 0 ? DifficultText.longText(random) : DifficultText.shortText(random));
            Slice escapedText = escaped(text);
            int count = counter.count(text);
            int escapedCount = counter.countEscaped(escapedText);
            for (int limit : new int[] {
                -1, 0, count - 1, count, count + 1, 2 * count, escapedCount - 1, escapedCount, Integer.MAX_VALUE
            }) {
                assertThat(counter.exceeds(text, limit)).isEqualTo(count > limit);
                assertThat(counter.exceedsEscaped(escapedText, limit)).isEqualTo(escapedCount > limit);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("counters")
    void exceedsAgreesWithTheCountOfLongText(TokenCounter counter) {
        Slice text = Slice.of(
                new Templates(1).fill("«sentence»\n«de» «zh» «b64:400»\t").repeat(400));
        Slice escapedText = escaped(text);
        int count = counter.count(text);
        int escapedCount = counter.countEscaped(escapedText);
        for (int limit :
                new int[] {10, 1_000, count / 2, count - 1, count, count + 1, count * 3 / 2, text.length() - 1}) {
            assertThat(counter.exceeds(text, limit)).isEqualTo(count > limit);
        }
        for (int limit : new int[] {
            10,
            1_000,
            escapedCount / 2,
            escapedCount - 1,
            escapedCount,
            escapedCount + 1,
            escapedCount * 3 / 2,
            escapedText.length() - 1
        }) {
            assertThat(counter.exceedsEscaped(escapedText, limit)).isEqualTo(escapedCount > limit);
        }
    }

    @ParameterizedTest
    @MethodSource("counters")
    void emptyTextHasNoTokenAndOtherTextHas(TokenCounter counter) {
        assertThat(counter.count(Slice.of(""))).isZero();
        assertThat(counter.countEscaped(Slice.of(""))).isZero();
        assertThat(counter.count(Slice.of("x"))).isEqualTo(1);
        assertThat(counter.countEscaped(Slice.of("\\n"))).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("counters")
    void countsAnyBytes(TokenCounter counter) {
        Random random = new Random(4);
        for (int i = 0; i < 200; i++) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            assertThat(counter.count(Slice.of(noise))).isBetween(0, 1_000);
            assertThat(counter.countEscaped(Slice.of(noise))).isBetween(0, 1_000);
        }
    }

    @Test
    void namesAreThoseOfTheConfiguration() {
        assertThat(List.of(
                        TokenCounter.classes().name(),
                        TokenCounter.chars().name(),
                        TokenCounter.bpe().name()))
                .containsExactly("classes", "chars", "bpe");
        assertThat(Vocabulary.parse("Llama-3.1")).isEqualTo(Vocabulary.LLAMA_3_1);
        assertThatThrownBy(() -> Vocabulary.parse("gpt-9"))
                .hasMessageContaining("gpt-9")
                .hasMessageContaining("qwen-3");
    }

    @Test
    void charsAreAQuarterOfTheCharactersPlus20Percent() {
        TokenCounter chars = TokenCounter.chars();
        assertThat(chars.count(Slice.of("x".repeat(100)))).isEqualTo(30);
        assertThat(chars.count(Slice.of("x".repeat(101)))).isEqualTo(31);
        assertThat(chars.count(Slice.of("é中😀".repeat(10)))).isEqualTo(9);
        assertThat(chars.countEscaped(Slice.of("\\u00e9\\\\\\ud83d\\ude00\\n\\\"😀ab中c".repeat(10))))
                .isEqualTo(30);
        assertThat(chars.countEscaped(Slice.of("\\ud83d\\n\\ude00\\ude00\\ud83d\\u0041".repeat(10))))
                .isEqualTo(18);
    }

    @Test
    void charsOfEscapedTextEqualThoseOfUnescapedText() {
        Random random = new Random(12);
        TokenCounter chars = TokenCounter.chars();
        for (int i = 0; i < 1_000; i++) {
            Slice text = Slice.of(DifficultText.shortText(random).repeat(40));
            assertThat(chars.countEscaped(escaped(text))).isEqualTo(chars.count(text));
        }
    }

    @Test
    void classesSumTheWeightsOfAllPairs() {
        Slice text = Slice.of("Hello, wörld \"42\"\n中文");
        byte[] textBytes = text.bytes();
        // the weights are added pair by pair, as they are defined; 4,096 is the weight of one token
        PairWeights weights = PairWeights.plain(Vocabulary.O200K);
        int sum = 0;
        for (int i = 1; i < textBytes.length; i++) {
            sum += weights.weight(textBytes[i - 1], textBytes[i]);
        }
        assertThat(TokenCounter.classes().count(text)).isEqualTo((sum + 4_095) / 4_096);
        // from 'H' (class 3) to 'e' (class 2): the third number of the fourth line in the table of weights
        assertThat(weights.weight((byte) 'H', (byte) 'e')).isEqualTo(766);
        assertThat(PairWeights.escaped().weight((byte) '\\', (byte) 'n'))
                .isNotEqualTo(weights.weight((byte) '\\', (byte) 'n'));
    }

    @Test
    void classesAreIndependentOfBlockBorders() {
        byte[] text =
                new Templates(2).fill("«sentence» «uuid» «ru» ".repeat(300)).getBytes(StandardCharsets.UTF_8);
        // the counter adds the weights of blocks of 8,192 bytes; here they are added without blocks
        PairWeights weights = PairWeights.plain(Vocabulary.O200K);
        long sum = 0;
        for (int to = 2; to < text.length; to++) {
            sum += weights.weight(text[to - 2], text[to - 1]);
            if (to < 100 || to % 97 == 0) {
                assertThat(TokenCounter.classes().count(new Slice(text, 0, to)))
                        .isEqualTo((int) ((sum + 4_095) / 4_096));
            }
        }
    }

    @Test
    void bothWaysToSumWeightsAgree() {
        byte[] text =
                new Templates(5).fill("«sentence» «uuid» «zh» ".repeat(40)).getBytes(StandardCharsets.UTF_8);
        PairWeights weights = PairWeights.plain(Vocabulary.O200K);
        for (int from = 0; from < 20; from++) {
            for (int to = from; to < text.length; to += 1 + to / 50) {
                assertThat(weights.sumByteByByte(text, from, to)).isEqualTo(weights.sumTwoBytesAtOnce(text, from, to));
            }
        }
    }

    @Test
    void classesAreAtLeastOneTokenPerSixteenBytes() {
        assertThat(TokenCounter.classes().count(Slice.of(" ".repeat(1_601)))).isEqualTo(101);
        assertThat(TokenCounter.classes().exceeds(Slice.of(" ".repeat(1_601)), 100))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(Vocabulary.class)
    void estimateForEachVocabularyIsNearTheBpeCount(Vocabulary vocabulary) {
        Slice text = Slice.of(new Templates(3).fill("«sentence» «uuid» «zh» «camel»(); «dec» ".repeat(20)));
        double ratio = TokenCounter.classes(vocabulary).count(text)
                / (double) TokenCounter.bpe().count(text);
        assertThat(ratio).isBetween(0.8, 1.6);
        assertThat(TokenCounter.classes(vocabulary).countEscaped(escaped(text)))
                .isBetween((int) (0.9 * TokenCounter.classes(vocabulary).count(text)), (int)
                        (1.1 * TokenCounter.classes(vocabulary).count(text)));
    }

    private static Slice escaped(Slice text) {
        ByteSink sink = new ByteSink();
        JsonText.escape(text, sink);
        return sink.slice();
    }
}
