package dev.plimsoll.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cursor.CursorGuessLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WrongCursorLimiterTest {

    private long nanoTime = Long.MAX_VALUE - Duration.ofSeconds(60).toNanos();
    private final List<String> reportedHolders = new ArrayList<>();
    private final WrongCursorLimiter limiter = new WrongCursorLimiter(() -> nanoTime, reportedHolders::add);

    private void advance(Duration time) {
        nanoTime += time.toNanos();
    }

    private static void guess(CursorGuessLimiter limiter, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(limiter.waitSeconds()).isZero();
            limiter.recordWrongCursor();
        }
    }

    @Test
    void allowsBurstThenOnePerInterval() {
        CursorGuessLimiter limiterOfAnn = limiter.forHolder("ann");
        guess(limiterOfAnn, WrongCursorLimiter.BURST_SIZE);
        assertThat(limiterOfAnn.waitSeconds()).isEqualTo(WrongCursorLimiter.INTERVAL_SECONDS);
        assertThat(limiter.forHolder("ann").waitSeconds())
                .as("the same caller in another session")
                .isPositive();
        assertThat(reportedHolders).containsExactly("ann");
        assertThat(limiter.refusedReads()).isEqualTo(2);

        advance(Duration.ofSeconds(WrongCursorLimiter.INTERVAL_SECONDS));
        guess(limiterOfAnn, 1);
        assertThat(limiterOfAnn.waitSeconds()).isPositive();
        advance(Duration.ofMinutes(5));
        guess(limiterOfAnn, WrongCursorLimiter.BURST_SIZE);
        assertThat(limiterOfAnn.waitSeconds()).isPositive();
    }

    @Test
    void allowsOccasionalWrongCursors() {
        CursorGuessLimiter limiterOfModel = limiter.forHolder("model");
        for (int i = 0; i < 1_000; i++) {
            guess(limiterOfModel, 1);
            advance(Duration.ofSeconds(WrongCursorLimiter.INTERVAL_SECONDS));
        }
        assertThat(reportedHolders).isEmpty();
    }

    @Test
    void limitsHoldersSeparately() {
        guess(limiter.forHolder("ann"), WrongCursorLimiter.BURST_SIZE);
        assertThat(limiter.forHolder("ben").waitSeconds()).isZero();
        guess(limiter.forHolder("ben"), WrongCursorLimiter.BURST_SIZE);
        assertThat(reportedHolders).containsExactly("ann", "ben");
    }

    @Test
    void respectsLimitAtRandomTimes() {
        SplittableRandom random = new SplittableRandom(3);
        CursorGuessLimiter holder = limiter.forHolder("x");
        long start = nanoTime;
        int reads = 0;
        for (int i = 0; i < 20_000; i++) {
            if (holder.waitSeconds() == 0) {
                holder.recordWrongCursor();
                reads++;
            }
            advance(Duration.ofMillis(random.nextInt(1_000)));
        }
        long seconds = Duration.ofNanos(nanoTime - start).toSeconds();
        assertThat(reads)
                .isLessThanOrEqualTo(
                        WrongCursorLimiter.BURST_SIZE + (int) (seconds / WrongCursorLimiter.INTERVAL_SECONDS) + 1)
                .isGreaterThan((int) (seconds / WrongCursorLimiter.INTERVAL_SECONDS) / 2);
    }

    @Test
    void limitsNumberOfHolders() {
        for (int i = 0; i < WrongCursorLimiter.MAX_HOLDERS + 500; i++) {
            limiter.forHolder("holder " + i).recordWrongCursor();
        }
        assertThat(limiter.holderCount()).isEqualTo(WrongCursorLimiter.MAX_HOLDERS);
    }
}
