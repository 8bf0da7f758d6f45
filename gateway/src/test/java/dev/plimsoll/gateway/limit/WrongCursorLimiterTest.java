package dev.plimsoll.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cursor.CursorGuessLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WrongCursorLimiterTest {

    private long now = Long.MAX_VALUE - Duration.ofSeconds(60).toNanos();
    private final List<String> told = new ArrayList<>();
    private final WrongCursorLimiter wrong = new WrongCursorLimiter(() -> now, told::add);

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private static void guess(CursorGuessLimiter reader, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(reader.waitSeconds()).isZero();
            reader.recordWrongCursor();
        }
    }

    @Test
    void allowsBurstThenOnePerInterval() {
        CursorGuessLimiter ann = wrong.of("ann");
        guess(ann, WrongCursorLimiter.BURST_SIZE);
        assertThat(ann.waitSeconds()).isEqualTo(WrongCursorLimiter.INTERVAL_SECONDS);
        assertThat(wrong.of("ann").waitSeconds()).as("in another session").isPositive();
        assertThat(told).containsExactly("ann");
        assertThat(wrong.refusedReads()).isEqualTo(2);

        pass(Duration.ofSeconds(WrongCursorLimiter.INTERVAL_SECONDS));
        guess(ann, 1);
        assertThat(ann.waitSeconds()).isPositive();
        pass(Duration.ofMinutes(5));
        guess(ann, WrongCursorLimiter.BURST_SIZE);
        assertThat(ann.waitSeconds()).isPositive();
    }

    @Test
    void allowsOccasionalWrongCursors() {
        CursorGuessLimiter model = wrong.of("model");
        for (int i = 0; i < 1_000; i++) {
            guess(model, 1);
            pass(Duration.ofSeconds(WrongCursorLimiter.INTERVAL_SECONDS));
        }
        assertThat(told).isEmpty();
    }

    @Test
    void limitsReadersSeparately() {
        guess(wrong.of("ann"), WrongCursorLimiter.BURST_SIZE);
        assertThat(wrong.of("ben").waitSeconds()).isZero();
        guess(wrong.of("ben"), WrongCursorLimiter.BURST_SIZE);
        assertThat(told).containsExactly("ann", "ben");
    }

    @Test
    void respectsLimitForGeneratedReaders() {
        SplittableRandom random = new SplittableRandom(3);
        CursorGuessLimiter reader = wrong.of("x");
        long begun = now;
        int looked = 0;
        for (int i = 0; i < 20_000; i++) {
            if (reader.waitSeconds() == 0) {
                reader.recordWrongCursor();
                looked++;
            }
            pass(Duration.ofMillis(random.nextInt(1_000)));
        }
        long seconds = Duration.ofNanos(now - begun).toSeconds();
        assertThat(looked)
                .isLessThanOrEqualTo(
                        WrongCursorLimiter.BURST_SIZE + (int) (seconds / WrongCursorLimiter.INTERVAL_SECONDS) + 1)
                .isGreaterThan((int) (seconds / WrongCursorLimiter.INTERVAL_SECONDS) / 2);
    }

    @Test
    void limitsNumberOfReaders() {
        for (int i = 0; i < WrongCursorLimiter.MAX_READERS + 500; i++) {
            wrong.of("reader " + i).recordWrongCursor();
        }
        assertThat(wrong.readerCount()).isEqualTo(WrongCursorLimiter.MAX_READERS);
    }
}
