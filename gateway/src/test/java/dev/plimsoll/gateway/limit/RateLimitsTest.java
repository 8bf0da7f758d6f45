package dev.plimsoll.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RateLimitsTest {

    private long now = -5;
    private final RateLimits limits = new RateLimits(Map.of("crm", 3), () -> now);

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void letsAMinutesCallsThroughAtOnceAndThenOneByOne() {
        for (int i = 0; i < 6; i++) {
            assertThat(limits.take("ann", "t", 6)).isZero();
        }
        assertThat(limits.take("ann", "t", 6)).isEqualTo(10);
        pass(Duration.ofMillis(9_900));
        assertThat(limits.take("ann", "t", 6)).isEqualTo(1);
        pass(Duration.ofMillis(200));
        assertThat(limits.take("ann", "t", 6)).isZero();
        assertThat(limits.take("ann", "t", 6)).isEqualTo(10);
        pass(Duration.ofHours(5));
        for (int i = 0; i < 6; i++) {
            assertThat(limits.take("ann", "t", 6)).isZero();
        }
        assertThat(limits.take("ann", "t", 6)).isPositive();
    }

    @Test
    void whoWaitsAsLongAsToldMayCall() {
        SplittableRandom random = new SplittableRandom(5);
        for (int run = 0; run < 500; run++) {
            int limit = 1 + random.nextInt(2_000);
            String caller = "caller " + run;
            long wait = 0;
            for (int i = 0; i <= limit && wait == 0; i++) {
                wait = limits.take(caller, "t", limit);
            }
            assertThat(wait).isBetween(1L, 60L);
            pass(Duration.ofSeconds(wait));
            assertThat(limits.take(caller, "t", limit)).as("limit %s", limit).isZero();
        }
    }

    @Test
    void neverLetsMoreThroughThanALimitAllows() {
        SplittableRandom random = new SplittableRandom(11);
        int passed = 0;
        long begun = now;
        for (int i = 0; i < 20_000; i++) {
            passed += limits.take("ann", "t", 60) == 0 ? 1 : 0;
            pass(Duration.ofMillis(random.nextInt(500)));
        }
        double minutes = (now - begun) / 60e9;
        assertThat(passed).isBetween((int) (60 * minutes) - 2, (int) (60 * minutes) + 61);
    }

    @Test
    void countsEachCallerAndToolForItself() {
        assertThat(limits.take("ann", "t", 1)).isZero();
        assertThat(limits.take("ann", "t", 1)).isEqualTo(60);
        assertThat(limits.take("ann", "u", 1)).isZero();
        assertThat(limits.take("bob", "t", 1)).isZero();
    }

    @Test
    void aLimitMayChange() {
        limits.take("ann", "t", 100);
        assertThat(limits.take("ann", "t", 1)).isZero();
        assertThat(limits.take("ann", "t", 1)).isEqualTo(60);
        pass(Duration.ofMinutes(1));
        assertThat(limits.take("ann", "t", 100)).isZero();
    }

    @Test
    void countsCallsOfServersThatHaveALimit() {
        for (int i = 0; i < 3; i++) {
            assertThat(limits.takeOfServer("crm")).isZero();
        }
        assertThat(limits.takeOfServer("crm")).isEqualTo(20);
        for (int i = 0; i < 1_000; i++) {
            assertThat(limits.takeOfServer("files")).isZero();
        }
    }

    @Test
    void madeUpNamesShareOneBucket() {
        for (int i = 0; i < Buckets.MOST; i++) {
            assertThat(limits.take("ann", "tool " + i, 2)).isZero();
        }
        assertThat(limits.take("ann", "one more", 2)).isZero();
        assertThat(limits.take("ann", "and one", 2)).isZero();
        assertThat(limits.take("ann", "too many", 2)).isPositive();
        assertThat(limits.take("bob", "too many", 2)).isZero();
        // who calls no more is forgotten
        pass(Duration.ofMinutes(2));
        assertThat(limits.take("ann", "a new one", 2)).isZero();
        assertThat(limits.take("ann", "another", 2)).isZero();
        assertThat(limits.take("ann", "a third", 2)).isZero();
    }

    @Test
    void remembersSoManyCallersAndNoMore() {
        for (int i = 0; i < 3 * RateLimits.MOST_CALLERS; i++) {
            limits.take("caller " + i, "t", 1);
        }
        assertThat(limits.callers()).isEqualTo(RateLimits.MOST_CALLERS);
    }

    @Test
    void manyAtOnceGetWhatOneAfterTheOtherWouldGet() throws Exception {
        AtomicInteger passed = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofVirtual().start(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int j = 0; j < 1_000; j++) {
                    passed.addAndGet(limits.take("ann", "t", 500) == 0 ? 1 : 0);
                }
            });
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(passed).hasValue(500);
    }
}
