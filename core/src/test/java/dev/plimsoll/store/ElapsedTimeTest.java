package dev.plimsoll.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ElapsedTimeTest {

    private Instant clock = Instant.EPOCH;
    private final ElapsedTime time = new ElapsedTime(() -> clock);

    @Test
    void startsAtZero() {
        assertThat(time.now()).isZero();
        clock = clock.plusNanos(1);
        assertThat(time.now()).isEqualTo(1);
        clock = clock.plusSeconds(2);
        assertThat(time.now()).isEqualTo(2_000_000_001L);
    }

    @Test
    void pausesWhileTheClockIsSetBack() {
        clock = clock.plusSeconds(10);
        assertThat(time.now()).isEqualTo(10_000_000_000L);
        clock = clock.minusSeconds(3_600);
        assertThat(time.now()).isEqualTo(10_000_000_000L);
        assertThat(time.lastInstant()).isEqualTo(clock);
        clock = clock.plusSeconds(5);
        assertThat(time.now()).isEqualTo(15_000_000_000L);
    }

    @Test
    void stopsAtTheLargestNumberInsteadOfOverflowing() {
        clock = Instant.MAX;
        assertThat(time.now()).isEqualTo(Long.MAX_VALUE);
        clock = Instant.MIN;
        assertThat(time.now()).isEqualTo(Long.MAX_VALUE);
        clock = Instant.MAX;
        assertThat(time.now()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void addsUpToTheLargestNumber() {
        assertThat(ElapsedTime.plus(5, Duration.ofNanos(7))).isEqualTo(12);
        assertThat(ElapsedTime.plus(5, Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(ElapsedTime.plus(5, Duration.ofNanos(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(ElapsedTime.plus(0, Duration.ofNanos(Long.MAX_VALUE - 1_000_000_000)))
                .isEqualTo(Long.MAX_VALUE - 1_000_000_000);
    }
}
