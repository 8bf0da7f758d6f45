package dev.plimsoll.gateway.program.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests the time limit of a program. */
class ProgramClockTest {

    private final AtomicLong now = new AtomicLong();
    private final ProgramClock clock = new ProgramClock(Duration.ofSeconds(10), now::get);

    private void advance(int seconds) {
        now.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void pausesWhileTheProgramWaitsForInput() {
        advance(1);
        CompletableFuture<String> pendingInput = clock.pauseUntilDone(new CompletableFuture<>());
        advance(20);
        assertThat(clock.isWaiting()).isTrue();
        assertThat(clock.timeLeft()).isEqualTo(Duration.ofSeconds(9));
        pendingInput.complete("yes");
        advance(2);
        assertThat(clock.isWaiting()).isFalse();
        assertThat(clock.timeLeft()).isEqualTo(Duration.ofSeconds(7));
        advance(8);
        assertThat(clock.timeLeft()).isNegative();
    }

    @Test
    void pausesOnceForWaitsThatOverlap() {
        CompletableFuture<String> first = clock.pauseUntilDone(new CompletableFuture<>());
        advance(3);
        CompletableFuture<String> second = clock.pauseUntilDone(new CompletableFuture<>());
        advance(3);
        first.complete("yes");
        advance(3);
        second.completeExceptionally(new IllegalStateException("no input"));
        advance(1);
        assertThat(clock.timeLeft()).isEqualTo(Duration.ofSeconds(9));
    }
}
