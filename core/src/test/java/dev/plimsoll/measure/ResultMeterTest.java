package dev.plimsoll.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolResult;
import java.util.BitSet;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ResultMeterTest {

    private static final int LINES = 1_000;

    /** Five bytes a line, escaped as seven. */
    private static final ToolResult ESCAPED = result("\\\"abc\\n".repeat(LINES));

    private final ResultMeter meter = new ResultMeter(Estimator.BPE, false);

    @Test
    void countsBytesExactlyWhereTheyCouldBeAboveTheLimit() {
        assertThat(cost(Integer.MAX_VALUE, 5 * LINES, false).bytes()).isEqualTo(5L * LINES);
        assertThat(cost(Integer.MAX_VALUE, 7 * LINES, false).bytes()).isEqualTo(7L * LINES);
    }

    @Test
    void countsNoBytesOnceTheTokensHaveDecided() {
        assertThat(cost(10, 0, false).bytes()).isEqualTo(7L * LINES);
    }

    @Test
    void countsBytesThatDecideWhateverTheTokens() {
        assertThat(cost(10, 0, true).bytes()).isEqualTo(5L * LINES);
    }

    @Test
    void countsTokensExactlyNearTheBudget() {
        int exact = Estimator.BPE.sure().count(Slice.of("\"abc\n".repeat(LINES)));
        assertThat(cost(exact, 0, false).tokens()).isEqualTo(exact);
    }

    private Cost cost(int budget, long byteLimit, boolean bytesDecide) {
        return meter.cost(ESCAPED, new BitSet(), budget, byteLimit, bytesDecide);
    }

    private static ToolResult result(String escaped) {
        String json = "{\"content\":[{\"type\":\"text\",\"text\":\"" + escaped + "\"}]}";
        return Objects.requireNonNull(ToolResult.of(Slice.of(json)));
    }
}
