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
    void returnsOnceTheConditionIsMet() throws Exception {
        AtomicInteger checks = new AtomicInteger();
        Await.until("three checks", () -> checks.incrementAndGet() == 3);
        assertThat(checks).hasValue(3);
    }

    @Test
    void reportsTheConditionAfterTheTimeout() {
        assertThatThrownBy(() -> Await.until("it rains", Duration.ZERO, () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageEndingWith("s: it rains");
    }

    @Test
    void passesExceptionsOfTheCondition() {
        IllegalStateException failure = new IllegalStateException("no");
        assertThatThrownBy(() -> Await.until("it works", () -> {
                    throw failure;
                }))
                .isSameAs(failure);
    }

    @Test
    void canBeInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Await.until("the end of time", () -> false)).isInstanceOf(InterruptedException.class);
    }
}
