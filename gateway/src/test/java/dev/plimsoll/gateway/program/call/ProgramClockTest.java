package dev.plimsoll.gateway.program.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ProgramClockTest {

    @Test
    void timeOfWaitingForInputDoesNotCount() throws InterruptedException {
        ProgramClock clock = new ProgramClock(Duration.ofSeconds(10));
        CompletableFuture<String> input = clock.measure(new CompletableFuture<>());
        assertThat(clock.isWaiting()).isTrue();
        Duration atStart = clock.timeLeft();
        Thread.sleep(20);
        assertThat(clock.timeLeft()).isEqualTo(atStart);
        input.complete("yes");
        assertThat(clock.isWaiting()).isFalse();
        Thread.sleep(20);
        assertThat(clock.timeLeft()).isLessThan(atStart);
    }
}
