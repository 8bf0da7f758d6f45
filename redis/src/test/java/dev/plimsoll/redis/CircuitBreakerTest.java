package dev.plimsoll.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {

    private final AtomicLong nanos = new AtomicLong();
    private final CircuitBreaker circuitBreaker = new CircuitBreaker(nanos::get, 3);

    @Test
    void allowsAllCallsAfterSuccess() {
        circuitBreaker.recordFailure("unreachable");
        circuitBreaker.recordFailure("unreachable");
        assertThat(circuitBreaker.beginCall()).isNull();
        circuitBreaker.recordSuccess();
        circuitBreaker.recordFailure("unreachable");
        assertThat(circuitBreaker.beginCall()).isNull();
        assertThat(circuitBreaker.lastError()).isEqualTo("unreachable");
    }

    @Test
    void refusesAfterThreeFailuresInARow() {
        recordFailures(3);
        assertThat(circuitBreaker.beginCall()).isEqualTo("unreachable");
        nanos.addAndGet(Duration.ofMillis(999).toNanos());
        assertThat(circuitBreaker.beginCall()).isEqualTo("unreachable");
    }

    @Test
    void allowsOneTestCallAfterASecond() {
        recordFailures(3);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(circuitBreaker.beginCall()).isNull();
        assertThat(circuitBreaker.beginCall())
                .as("only one test call at a time")
                .isEqualTo("unreachable");
        circuitBreaker.recordFailure("still unreachable");
        assertThat(circuitBreaker.beginCall()).isEqualTo("still unreachable");
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(circuitBreaker.beginCall()).isNull();
        circuitBreaker.recordSuccess();
        assertThat(circuitBreaker.beginCall()).isNull();
        assertThat(circuitBreaker.lastError()).isNull();
    }

    @Test
    void isIdleAfterASecondWithoutCalls() {
        assertThat(circuitBreaker.isIdle()).isTrue();
        circuitBreaker.recordSuccess();
        assertThat(circuitBreaker.isIdle()).isFalse();
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(circuitBreaker.isIdle()).isTrue();
    }

    private void recordFailures(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(circuitBreaker.beginCall()).isNull();
            circuitBreaker.recordFailure("unreachable");
        }
    }
}
