package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that an estimate never passes a result that exceeds the budget, and never cuts a result that fits, in any
 * script. The tests count with an independent tokenizer.
 */
@Execution(ExecutionMode.CONCURRENT)
class EstimateLawTest {

    private static final int BUDGET = 4_000;
    private static final int BYTE_LIMIT = 48_000;

    /** Sizes whose estimates range from below a third of the budget to above twice the budget, depending on the script. */
    private static final int[] SIZES = {2_000, 3_900, 4_500, 6_000, 9_000, 14_000, 24_000, 46_000};

    static Stream<String> scripts() {
        return Scripts.names().stream();
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void decisionsAboutScriptsUseExactTokens(String script) {
        for (int size : SIZES) {
            for (byte[] result : variants(script, size)) {
                checkDecision(result, script + " of " + size);
            }
        }
    }

    @Test
    void decisionsAboutMixturesUseExactTokens() {
        String english = "Your booking has been confirmed, and we will write to you again tomorrow morning. ";
        for (String script : Scripts.names()) {
            for (int size : new int[] {3_000, 6_000, 12_000}) {
                String prefix = english.repeat(120) + Scripts.prose(script, size);
                checkDecision(SampleResults.text(utf8(prefix)), "English, then " + script);
                checkDecision(
                        SampleResults.text(utf8(Scripts.prose(script, size) + " ".repeat(9_000))),
                        script + ", then blanks");
            }
        }
    }

    @Test
    void decisionsAboutRepeatedCharactersUseExactTokens() {
        for (String run : new String[] {"=", " ", "a", "\u0001", "[", "\n", "0", "\u200d", "\u0301", "-=", "\t "}) {
            for (int size : new int[] {1_000, 3_999, 4_001, 13_000, 40_000}) {
                byte[] text = utf8(run.repeat(size / utf8(run).length));
                checkDecision(SampleResults.text(text), "run of " + (int) run.charAt(0) + " of " + size);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void reportedTokensOfLargeResultAreClose(String script) {
        for (String text : new String[] {Scripts.prose(script, 300_000), Scripts.records(script, 300_000)}) {
            checkReported(text, script);
        }
        checkReported(Scripts.escaped(Scripts.records(script, 150_000)), script + ", escaped");
    }

    /** Checks the reported tokens of a result that passes by its estimate, because its length proves that it fits. */
    @ParameterizedTest
    @MethodSource("scripts")
    void reportedTokensOfPassedResultAreClose(String script) {
        String object = "{\"bookings\":" + Scripts.records(script, 20_000) + "}";
        // the estimate weights Latin letters as parts of words, and here each is a token of its own
        int allowed = script.equals("one rare letter after the other") ? 35 : 20;
        for (byte[] result : List.of(SampleResults.text(utf8(object)), SampleResults.structured(utf8(object)))) {
            Answered answered = Engine.of(100_000, ClientFeatures.current()).guard(result);
            assertThat(answered.budget().number("estimatedTokens"))
                    .as(script)
                    .isCloseTo(RealTokens.count(object), Percentage.withPercentage(allowed));
        }
    }

    static Stream<String> languages() {
        return Languages.names().stream();
    }

    /** Checks the uncorrected estimate, for words that a vocabulary contains and names that it does not. */
    @ParameterizedTest
    @MethodSource("languages")
    void reportedTokensOfPassedTextInLanguageAreClose(String language) {
        for (int size : new int[] {2_000, 20_000}) {
            Languages.texts(language, size).forEach((kind, text) -> {
                for (byte[] result : List.of(SampleResults.text(utf8(text)), structured(text))) {
                    Answered answered =
                            Engine.of(100_000, ClientFeatures.current()).guard(result);
                    assertThat(answered.budget().number("estimatedTokens"))
                            .as("%s %s of %d", language, kind, size)
                            .isCloseTo(
                                    ModelInput.of(new Answered(result, answered.receipt()))
                                            .tokens(),
                                    Percentage.withPercentage(25));
                }
            });
        }
    }

    private static byte[] structured(String text) {
        boolean json = text.startsWith("[");
        return SampleResults.structured(utf8("{\"result\":" + (json ? text : JsonStrings.of(text)) + "}"));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void decisionsAboutLanguagesUseExactTokens(String language) {
        for (int size : new int[] {3_900, 6_000, 9_000, 12_000, 14_000, 18_000, 24_000}) {
            Languages.texts(language, size).forEach((kind, text) -> {
                checkDecision(SampleResults.text(utf8(text)), language + " " + kind + " of " + size);
                checkDecision(structured(text), language + " " + kind + ", structured, of " + size);
            });
        }
    }

    @Test
    void reportedTokensOfNestedResultAreClose() {
        checkReported(nested(420, "{\"children\": [", "]}", true), "laid out");
        checkReported(nested(8_000, "{\"child\":", "}", false), "objects");
        checkReported(nested(40_000, "[", "]", false), "lists");
        checkReported(nested(9_000, "[{\"a\":", "}]", false), "lists of objects");
    }

    @Test
    void reportedTokensOfMixtureAreClose() {
        StringBuilder all = new StringBuilder();
        for (String script : Scripts.names()) {
            all.append(Scripts.prose(script, 20_000));
        }
        checkReported(all.toString(), "all scripts");
    }

    @Test
    void noticeContainsTheWordAboutIfOriginalTokensAreEstimated() {
        for (String script : Scripts.names()) {
            String records = Scripts.records(script, 400_000);
            Engine engine = Engine.of(BUDGET, ClientFeatures.current());
            Answered first = engine.guard(SampleResults.text(utf8(records)));
            assertReportsEstimate(first);
            assertReportsEstimate(engine.read(cursor(first), "\"mode\":\"outline\""));
            assertReportsEstimate(engine.read(cursor(first), "\"find\":\"BK-20411\""));
        }
    }

    /** Checks that tokens which telemetry treats as exact are exact. */
    @ParameterizedTest
    @MethodSource("languages")
    void receiptSaysWhetherTokensAreExact(String language) {
        for (int size : new int[] {1_000, 8_000, 12_000, 24_000, 400_000}) {
            Languages.texts(language, size).forEach((kind, text) -> {
                Answered answered = Engine.of(BUDGET, ClientFeatures.current()).guard(SampleResults.text(utf8(text)));
                long real = RealTokens.count(text);
                boolean isNearBudget = 3 * real > 2L * BUDGET && real < 3L * BUDGET / 2;
                // near the budget, the count must be exact; far from it, the count may be an estimate
                boolean exact = answered.receipt().context().isExact();
                String name = "%s %s of %d".formatted(language, kind, size);
                assertThat(exact)
                        .as(name)
                        .isEqualTo(isNearBudget || (exact && answered.receipt().originalTokens() == real));
                if (exact) {
                    assertThat(answered.receipt().originalTokens()).as(name).isEqualTo(real);
                }
            });
        }
    }

    @Test
    void answerReportsExactCountIfOriginalIsCounted() {
        for (String script : Scripts.names()) {
            String records = Scripts.records(script, 14_000);
            Answered first = Engine.of(BUDGET, ClientFeatures.current()).guard(SampleResults.text(utf8(records)));
            if (RealTokens.count(records) <= BUDGET) {
                continue;
            }
            assertThat(page(first).number("originalTokens")).as(script).isEqualTo(RealTokens.count(records));
            assertThat(page(first).has("originalTokensExact")).as(script).isFalse();
            assertThat(notice(first)).as(script).doesNotContain("about ");
        }
    }

    /** Checks that mode full is allowed up to 25,000 exact tokens, not estimated ones. */
    @ParameterizedTest
    @MethodSource("scripts")
    void modeFullDecidesByExactTokens(String script) {
        for (int size : new int[] {24_000, 40_000, 60_000, 90_000}) {
            String records = Scripts.records(script, size);
            Engine engine = Engine.of(BUDGET, ClientFeatures.current());
            Answered first = engine.guard(SampleResults.text(utf8(records)));
            Answered full = engine.read(cursor(first), "\"mode\":\"full\"");
            assertThat(full.isShaped())
                    .as("%s of %d bytes, %d real tokens", script, size, RealTokens.count(records))
                    .isEqualTo(RealTokens.count(records) > 25_000);
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void reportedTokensOfFoldedItemAreClose(String script) {
        String giant = Scripts.records(script, 60_000);
        String list = "[" + String.join(",", Collections.nCopies(12, giant)) + "]";
        List<Fields> folded = Engine.of(BUDGET, ClientFeatures.current())
                .guard(SampleResults.text(utf8(list)))
                .getShown()
                .header()
                .list("folded");
        assertThat(folded).isNotEmpty();
        for (Fields fold : folded) {
            assertThat(fold.number("tokens")).isCloseTo(RealTokens.count(giant), Percentage.withPercentage(20));
        }
    }

    private static void assertReportsEstimate(Answered answered) {
        assertThat(notice(answered)).contains("about ");
        assertThat(page(answered).get("originalTokensExact").utf8()).isEqualTo("false");
    }

    private static String notice(Answered answered) {
        return answered.getShown().header().text("notice");
    }

    private static Fields page(Answered answered) {
        Fields page = answered.page();
        if (page == null) {
            throw new AssertionError("not shaped: " + answered);
        }
        return page;
    }

    private static String cursor(Answered answered) {
        return page(answered).text("nextCursor");
    }

    /**
     * Returns the document as a text block, as structured content, as both, and in a message with non-ASCII characters escaped.
     */
    private static List<byte[]> variants(String script, int size) {
        String prose = Scripts.prose(script, size);
        String records = Scripts.records(script, size);
        String object = "{\"bookings\":" + records + "}";
        return List.of(
                SampleResults.text(utf8(prose)),
                SampleResults.text(utf8(records)),
                SampleResults.text(utf8(Scripts.escaped(records))),
                utf8(Scripts.escaped(new String(SampleResults.text(utf8(prose)), StandardCharsets.UTF_8))),
                SampleResults.structured(utf8(object)),
                SampleResults.withTextCopy(utf8(object)));
    }

    private static void checkDecision(byte[] result, String name) {
        Answered answered = Engine.of(BUDGET, ClientFeatures.current()).guard(result);
        ModelInput original = ModelInput.of(new Answered(result, answered.receipt()));
        boolean passed = answered.receipt().outcome().recordName().equals("passed");
        if (original.bytes() <= BYTE_LIMIT) {
            assertThat(passed)
                    .as(
                            "%s: passed with %d real tokens, estimate %d",
                            name, original.tokens(), answered.receipt().originalTokens())
                    .isEqualTo(original.tokens() <= BUDGET);
        }
        assertThat(ModelInput.of(answered).tokens()).as(name).isLessThanOrEqualTo(BUDGET);
    }

    private static void checkReported(String text, String name) {
        Answered answered = Engine.of(BUDGET, ClientFeatures.current()).guard(SampleResults.text(utf8(text)));
        assertThat(answered.isShaped() || answered.isSlimmed()).as(name).isTrue();
        assertThat(answered.receipt().originalTokens())
                .as(name)
                .isCloseTo(RealTokens.count(text), Percentage.withPercentage(20));
    }

    private static String nested(int depth, String open, String close, boolean isFormatted) {
        StringBuilder json = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            json.append(open).append(isFormatted ? "\n" + "  ".repeat(i + 1) : "");
        }
        json.append("null");
        for (int i = depth - 1; i >= 0; i--) {
            json.append(isFormatted ? "\n" + "  ".repeat(i) : "").append(close);
        }
        return json.toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
