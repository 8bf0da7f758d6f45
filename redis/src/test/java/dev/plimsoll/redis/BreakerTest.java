package dev.plimsoll.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BreakerTest {

    private final AtomicLong nanos = new AtomicLong();
    private final Breaker breaker = new Breaker(nanos::get, 3);

    @Test
    void letsAllThroughWhileItGoesWell() {
        breaker.failed("away");
        breaker.failed("away");
        assertThat(breaker.refusal()).isNull();
        breaker.succeeded();
        breaker.failed("away");
        assertThat(breaker.refusal()).isNull();
        assertThat(breaker.trouble()).isEqualTo("away");
    }

    @Test
    void refusesAfterThreeFailuresInARow() {
        fail(3);
        assertThat(breaker.refusal()).isEqualTo("away");
        nanos.addAndGet(Duration.ofMillis(999).toNanos());
        assertThat(breaker.refusal()).isEqualTo("away");
    }

    @Test
    void letsOneTryAfterASecond() {
        fail(3);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(breaker.refusal()).isNull();
        assertThat(breaker.refusal()).as("the others wait for the one").isEqualTo("away");
        breaker.failed("still away");
        assertThat(breaker.refusal()).isEqualTo("still away");
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(breaker.refusal()).isNull();
        breaker.succeeded();
        assertThat(breaker.refusal()).isNull();
        assertThat(breaker.trouble()).isNull();
    }

    @Test
    void knowsHowLongNobodyHasTried() {
        assertThat(breaker.quiet()).isTrue();
        breaker.succeeded();
        assertThat(breaker.quiet()).isFalse();
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(breaker.quiet()).isTrue();
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(breaker.refusal()).isNull();
            breaker.failed("away");
        }
    }
}
