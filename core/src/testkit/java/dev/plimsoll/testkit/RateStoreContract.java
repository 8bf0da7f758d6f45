package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.rate.RateStore;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that every {@link RateStore} must pass. Extend it, and open a store that uses {@link #clock}. */
public abstract class RateStoreContract {

    protected final FakeClock clock = new FakeClock();

    /** Opens an empty store. */
    protected abstract RateStore open();

    /** Returns the time of the clock in nanoseconds. */
    protected final long nanos() {
        return Duration.between(Instant.EPOCH, clock.instant()).toNanos();
    }

    @Test
    void allowsTheCallsOfAMinuteAtOnceThenOneByOne() {
        RateStore rateStore = open();
        for (int i = 0; i < 6; i++) {
            assertThat(rateStore.take("ann", "t", 6)).isZero();
        }
        assertThat(rateStore.take("ann", "t", 6)).isEqualTo(10);
        clock.advance(Duration.ofMillis(9_900));
        assertThat(rateStore.take("ann", "t", 6)).isEqualTo(1);
        clock.advance(Duration.ofMillis(200));
        assertThat(rateStore.take("ann", "t", 6)).isZero();
        assertThat(rateStore.take("ann", "t", 6)).isEqualTo(10);
        clock.advance(Duration.ofHours(5));
        for (int i = 0; i < 6; i++) {
            assertThat(rateStore.take("ann", "t", 6)).isZero();
        }
        assertThat(rateStore.take("ann", "t", 6)).isPositive();
    }

    @Test
    void allowsTheCallAfterTheReportedWait() {
        RateStore rateStore = open();
        SplittableRandom random = new SplittableRandom(5);
        for (int run = 0; run < 60; run++) {
            int limit = 1 + random.nextInt(run < 50 ? 100 : 700);
            String caller = "caller " + run;
            long wait = 0;
            for (int i = 0; i <= limit && wait == 0; i++) {
                wait = rateStore.take(caller, "t", limit);
            }
            assertThat(wait).isBetween(1L, 60L);
            clock.advance(Duration.ofSeconds(wait));
            assertThat(rateStore.take(caller, "t", limit)).as("limit %s", limit).isZero();
        }
    }

    @Test
    void neverAllowsMoreCallsThanTheLimit() {
        RateStore rateStore = open();
        SplittableRandom random = new SplittableRandom(11);
        int passed = 0;
        long startNanos = nanos();
        for (int i = 0; i < 5_000; i++) {
            passed += rateStore.take("ann", "t", 60) == 0 ? 1 : 0;
            clock.advance(Duration.ofMillis(random.nextInt(500)));
        }
        double minutes = (nanos() - startNanos) / 60e9;
        assertThat(passed).isBetween((int) (60 * minutes) - 2, (int) (60 * minutes) + 61);
    }

    @Test
    void countsEachCallerAndToolSeparately() {
        RateStore rateStore = open();
        assertThat(rateStore.take("ann", "t", 1)).isZero();
        assertThat(rateStore.take("ann", "t", 1)).isEqualTo(60);
        assertThat(rateStore.take("ann", "u", 1)).isZero();
        assertThat(rateStore.take("bob", "t", 1)).isZero();
    }

    @Test
    void appliesAChangedLimit() {
        RateStore rateStore = open();
        rateStore.take("ann", "t", 100);
        assertThat(rateStore.take("ann", "t", 1)).isZero();
        assertThat(rateStore.take("ann", "t", 1)).isEqualTo(60);
        clock.advance(Duration.ofMinutes(1));
        assertThat(rateStore.take("ann", "t", 100)).isZero();
    }

    @Test
    void toolNamesBeyondTheMaximumShareOneCount() {
        RateStore rateStore = open();
        for (int i = 0; i < RateStore.MAX_NAMES_PER_CALLER; i++) {
            assertThat(rateStore.take("ann", "tool " + i, 2)).isZero();
        }
        assertThat(rateStore.take("ann", "one more", 2)).isZero();
        assertThat(rateStore.take("ann", "and one", 2)).isZero();
        assertThat(rateStore.take("ann", "too many", 2)).isPositive();
        assertThat(rateStore.take("bob", "too many", 2)).isZero();
        // idle callers are forgotten
        clock.advance(Duration.ofMinutes(2));
        assertThat(rateStore.take("ann", "a new one", 2)).isZero();
        assertThat(rateStore.take("ann", "another", 2)).isZero();
        assertThat(rateStore.take("ann", "a third", 2)).isZero();
    }

    @Test
    void allowsAsManyConcurrentCallsAsSequentialCalls() throws InterruptedException {
        RateStore rateStore = open();
        AtomicInteger passed = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int j = 0; j < 300; j++) {
                    passed.addAndGet(rateStore.take("ann", "t", 500) == 0 ? 1 : 0);
                }
            });
            threads[i].start();
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(passed).hasValue(500);
    }
}
