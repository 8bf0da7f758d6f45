package dev.plimsoll.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.ResultMeter.TokenUse;
import dev.plimsoll.model.Copies;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.tokens.Estimator;
import dev.plimsoll.tokens.TokenCounter;
import java.util.Objects;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ResultMeterTest {

    private static final Encoding ORACLE = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

    private static final int LINES = 1_000;

    /** A result with lines of five bytes, escaped as seven. */
    private static final ToolResult ESCAPED = result("\\\"abc\\n".repeat(LINES));

    private final ResultMeter meter = new ResultMeter(Estimator.BPE, false);

    @Test
    void countsBytesExactlyIfTheyMayExceedTheLimit() {
        assertThat(cost(Integer.MAX_VALUE, 5 * LINES, false).bytes()).isEqualTo(5L * LINES);
        assertThat(cost(Integer.MAX_VALUE, 7 * LINES, false).bytes()).isEqualTo(7L * LINES);
    }

    @Test
    void readsTheSizeOfAnImageWithAnEscapedType() {
        // 800 x 600 pixels; PHP escapes each slash
        String image = "{'content':[{'type':'image','data':'iVBORw0KGgoAAAANSUhEUgAAAyAAAAJYCAYAAAA=',"
                + "'mimeType':'image\\/png'}]}";
        ToolResult result = Objects.requireNonNull(ToolResult.parse(Slice.of(image.replace('\'', '"'))));
        assertThat(result.blocks().get(0).mimeType()).isEqualTo("image/png");
        assertThat(ResultMeter.tokens(result.blocks().get(0), TokenCounter.classes()))
                .isEqualTo(640);
    }

    @Test
    void doesNotCountBytesIfTheTokensDecide() {
        assertThat(cost(10, 0, false).bytes()).isEqualTo(7L * LINES);
    }

    @Test
    void countsBytesIfTheyAreNeeded() {
        assertThat(cost(10, 0, true).bytes()).isEqualTo(5L * LINES);
    }

    @Test
    void countsExactlyBetweenAThirdOfTheBudgetAndTwiceTheBudget() {
        String text = "The guest asked for a quiet room, 3 nights from 2026-07-14, and pays EUR 412.50. ".repeat(300);
        int exact = ORACLE.countTokensOrdinary(text);
        int estimate = TokenCounter.classes().countEscaped(Slice.of(text));
        assertThat(estimate).isNotEqualTo(exact);
        for (int budget : new int[] {estimate / 2 + 1, exact, estimate, 3 * estimate - 1}) {
            TokenCost tokenCost = estimated(text, budget);
            assertThat(tokenCost.isExact()).as("budget %d", budget).isTrue();
            assertThat(tokenCost.tokens()).as("budget %d", budget).isEqualTo(exact);
        }
        int distantBudget = Math.max(text.length(), 3 * estimate);
        assertThat(estimated(text, distantBudget)).isEqualTo(new TokenCost(estimate, false, text.length()));
        assertThat(estimated(text, estimate / 2 - 1).isExact()).isFalse();
        assertThat(estimated(text, estimate / 2 - 1).tokens()).isCloseTo(exact, Percentage.withPercentage(10));
    }

    /**
     * Checks a text whose estimate is below a third of the budget, but which has more bytes than the budget has tokens.
     */
    @Test
    void countsExactlyIfTheLengthProvesNothing() {
        String icons = "\ue0b0\ue8f4\uf101\ue123 ".repeat(400);
        TokenCost tokenCost = estimated(icons, 4_000);
        assertThat(TokenCounter.classes().countEscaped(Slice.of(icons))).isLessThan(4_000 / 3);
        assertThat(tokenCost).isEqualTo(new TokenCost(ORACLE.countTokensOrdinary(icons), true, tokenCost.bytes()));
        assertThat(tokenCost.tokens()).isGreaterThan(4_000);
    }

    /**
     * Checks a text that has more bytes than the budget has tokens. The count of its beginning proves that it is within
     * the budget.
     */
    @Test
    void estimatesLargeTextWhoseBeginningProvesThatItIsWithinTheBudget() {
        String text = "The guest asked for a quiet room, 3 nights from 2026-07-14, and pays EUR 412.50. ".repeat(4_000);
        int estimate = TokenCounter.classes().countEscaped(Slice.of(text));
        int budget = text.length() * 7 / 10;
        assertThat(budget).isBetween(estimate, 3 * estimate);
        assertThat(estimated(text, budget)).isEqualTo(new TokenCost(estimate, false, text.length()));
    }

    @Test
    void readsOnlyWindowsIfTheTokensDecideNothing() {
        String text = "The guest asked for a quiet room, 3 nights from 2026-07-14, and pays EUR 412.50. ".repeat(4_000);
        Slice escaped = Slice.of(text);
        int budget = 2 * text.length();
        TokenCost reported = new ResultMeter(Estimator.CLASSES, false, TokenUse.BUDGET)
                .cost(result(text), Copies.NONE, budget, Integer.MAX_VALUE, false);
        assertThat(reported.tokens())
                .isEqualTo(Estimator.CLASSES.windowCounter().countEscaped(escaped))
                .isNotEqualTo(TokenCounter.classes().countEscaped(escaped));
        assertThat(estimated(text, budget).tokens())
                .isEqualTo(TokenCounter.classes().countEscaped(escaped));
    }

    @Test
    void readsOnlyWindowsIfEveryResultPasses() {
        String text = "The guest asked for a quiet room, 3 nights from 2026-07-14, and pays EUR 412.50. ".repeat(4_000);
        int exact = TokenCounter.bpe().countEscaped(Slice.of(text));
        TokenCost reported = new ResultMeter(Estimator.CLASSES, false, TokenUse.REPORT)
                .cost(result(text), Copies.NONE, 1_000, 10_000, false);
        assertThat(reported.isExact()).isFalse();
        assertThat(reported.bytes()).isEqualTo(text.length());
        assertThat(reported.tokens()).isBetween(exact * 95 / 100, exact * 105 / 100);
        assertThat(reported.tokens())
                .isNotEqualTo(new ResultMeter(Estimator.CLASSES, false)
                        .cost(result(text), Copies.NONE, 1_000, 10_000, false)
                        .tokens());
    }

    private static TokenCost estimated(String text, int budget) {
        return new ResultMeter(Estimator.CLASSES, false)
                .cost(result(text), Copies.NONE, budget, Integer.MAX_VALUE, false);
    }

    private TokenCost cost(int budget, long byteLimit, boolean areBytesNeeded) {
        return meter.cost(ESCAPED, Copies.NONE, budget, byteLimit, areBytesNeeded);
    }

    private static ToolResult result(String escaped) {
        String json = "{\"content\":[{\"type\":\"text\",\"text\":\"" + escaped + "\"}]}";
        return Objects.requireNonNull(ToolResult.parse(Slice.of(json)));
    }
}
