package dev.plimsoll.shape.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.tokens.ParallelRunner;
import dev.plimsoll.tokens.TokenCounter;
import java.util.Random;
import java.util.function.IntConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineCostsTest {

    private static final String[] WORDS = {
        "a", "device", "Łukasz", "佐藤", "0x7fa3", "->", "", "\t", "3.14159", "gate-11:", "qzxw"
    };

    private final TokenCounter counter = TokenCounter.bpe();

    @ParameterizedTest
    @CsvSource({"1, 10000", "2, 1200000", "3, 2500000"})
    void lineAndRangeCostsEqualSeparateCounts(long seed, int bytes) {
        Random random = new Random(seed);
        // a range that is not at the start of its array
        Slice text = Slice.of("before" + text(random, bytes)).sub(6, bytes);
        LineIndex lines = LineIndex.of(text);
        checkAllCosts(random, text, lines, new LineCosts(text, lines, counter, ParallelRunner.SEQUENTIAL));
        checkAllCosts(random, text, lines, new LineCosts(text, lines, counter, new ReorderingRunner(random)));
    }

    private void checkAllCosts(Random random, Slice text, LineIndex lines, LineCosts costs) {
        for (int line = 0; line < lines.count(); line++) {
            assertCost(costs, text, lines.start(line), lines.end(line));
            if (random.nextInt(50) == 0) {
                // chunks also need the costs of earlier lines again, and of parts of a line
                line = Math.max(0, line - random.nextInt(30));
                int middle = (lines.start(line) + lines.end(line)) / 2;
                assertCost(costs, text, lines.start(line), middle);
                assertCost(costs, text, middle, lines.end(line));
                line += random.nextInt(30);
            }
        }
        assertThat(costs.applyAsInt(text.sub(0, 0))).isZero();
    }

    /** Runs the last part first, and one part twice. */
    private record ReorderingRunner(Random random) implements ParallelRunner {
        @Override
        public void runAll(int parts, IntConsumer task) {
            for (int i = parts - 1; i >= 0; i--) {
                task.accept(i);
            }
            task.accept(random.nextInt(parts));
        }
    }

    private void assertCost(LineCosts costs, Slice text, int from, int to) {
        Slice part = text.sub(from, to);
        assertThat(costs.applyAsInt(part)).isEqualTo(counter.count(part));
    }

    private static String text(Random random, int bytes) {
        StringBuilder text = new StringBuilder();
        while (text.length() < bytes) {
            int words = random.nextInt(1000) == 0 ? 8000 : random.nextInt(30);
            for (int i = 0; i < words; i++) {
                text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
            }
            text.append('\n');
        }
        return text.toString();
    }
}
