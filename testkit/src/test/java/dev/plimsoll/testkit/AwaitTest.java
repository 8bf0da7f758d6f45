package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class AwaitTest {

    @Test
    void looksUntilTheConditionIsMet() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        Await.until("three looks", () -> looks.incrementAndGet() == 3);
        assertThat(looks).hasValue(3);
    }

    @Test
    void saysWhatItHasWaitedForInVain() {
        assertThatThrownBy(() -> Await.until("it rains", Duration.ZERO, () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageEndingWith("s: it rains");
    }

    @Test
    void whatFailsOnTheWayIsToldAsItIs() {
        IllegalStateException failure = new IllegalStateException("no");
        assertThatThrownBy(() -> Await.until("it works", () -> {
                    throw failure;
                }))
                .isSameAs(failure);
    }

    @Test
    void aTestThatHasTimedOutIsInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Await.until("the end of time", () -> false)).isInstanceOf(InterruptedException.class);
    }
}
