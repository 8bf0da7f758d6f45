package dev.plimsoll.gateway.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the order of heavy work of several callers. */
class FairWorkersTest {

    private static final int THREADS = 2;
    private static final long MAX_BYTES = 1_000;

    private final FairWorkers workers =
            new FairWorkers(THREADS, MAX_BYTES, Duration.ofMinutes(1), FairWorkersTest::weight);
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch release = new CountDownLatch(1);

    private static int weight(String caller) {
        return caller.equals("team") ? 3 : 1;
    }

    @AfterEach
    void end() {
        release.countDown();
        callers.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Submits work that runs until {@link #release} opens, and returns when it has begun. */
    private void block(FairWorkers pool, String caller) {
        CountDownLatch begun = new CountDownLatch(1);
        callers.execute(() -> pool.run(caller, 0, () -> {
            begun.countDown();
            await(release);
        }));
        await(begun);
    }

    /** Submits work, and returns when it waits. */
    private void queue(String caller) {
        int before = workers.waitingCount();
        callers.execute(() -> workers.run(caller, 0, () -> order.add(caller)));
        while (workers.waitingCount() == before) {
            Thread.onSpinWait();
        }
    }

    @Test
    void runsOnPlatformThreadsAndReturnsWhenDone() {
        workers.run("ada", 0, () -> order.add(Thread.currentThread().getName()));
        assertThat(order).containsExactly("plimsoll-worker-1");
    }

    @Test
    void leavesOneThreadToOtherCallers() {
        block(workers, "hostile");
        for (int i = 0; i < 20; i++) {
            queue("hostile");
        }
        workers.run("ada", 0, () -> order.add("ada"));
        assertThat(order).containsExactly("ada");
    }

    @Test
    void callersTakeTurns() {
        block(workers, "hostile");
        block(workers, "other");
        for (String caller : List.of("hostile", "hostile", "hostile", "ada")) {
            queue(caller);
        }
        release.countDown();
        callers.close();
        assertThat(order).hasSize(4);
        assertThat(order.indexOf("ada")).isLessThan(3);
    }

    @Test
    void turnsHaveWeights() {
        // one thread stays busy, so that the order of the other one is certain
        block(workers, "hostile");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch begin = new CountDownLatch(1);
        callers.execute(() -> workers.run("other", 0, () -> {
            begun.countDown();
            await(begin);
        }));
        await(begun);
        for (String caller : List.of("team", "ada", "ben")) {
            for (int i = 0; i < 4; i++) {
                queue(caller);
            }
        }
        begin.countDown();
        while (order.size() < 12) {
            Thread.onSpinWait();
        }
        assertThat(order.subList(0, 6)).containsExactly("team", "team", "team", "ada", "ben", "team");
    }

    @Test
    void throwsWhatTheWorkThrows() {
        assertThatThrownBy(() -> workers.run("ada", 0, () -> {
                    throw new IllegalStateException("from the work");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("from the work");
        assertThatThrownBy(() -> workers.run("ada", 0, () -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);
        workers.run("ada", 0, () -> order.add("next"));
        assertThat(order).containsExactly("next");
    }

    @Test
    void refusesWorkThatWaitsTooLong() {
        FairWorkers impatient = new FairWorkers(THREADS, MAX_BYTES, Duration.ofMillis(500), FairWorkersTest::weight);
        block(impatient, "ada");
        RefusedException refused =
                catchThrowableOfType(RefusedException.class, () -> impatient.run("ada", 0, () -> order.add("never")));
        assertThat(refused.code()).isEqualTo(ErrorCode.QUERY_LIMIT);
        release.countDown();
        impatient.run("ada", 0, () -> order.add("later"));
        assertThat(order).containsExactly("later");
    }

    @Test
    void runsWorkOfWorkOnTheSameThread() {
        block(workers, "hostile");
        workers.run(
                "ada",
                0,
                () -> workers.run(
                        "ada", 0, () -> order.add(Thread.currentThread().getName())));
        assertThat(order).singleElement().asString().startsWith("plimsoll-worker-");
    }

    @Test
    void leavesMemoryToOtherCallers() {
        CountDownLatch begun = new CountDownLatch(1);
        callers.execute(() -> workers.run("hostile", 850, () -> {
            begun.countDown();
            await(release);
        }));
        await(begun);
        assertThatThrownBy(() -> workers.run("hostile", 100, () -> order.add("never")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("you use 850");
        workers.run("ada", 100, () -> order.add("ada"));
        assertThat(workers.usage().shareRefusals()).isEqualTo(1);
        release.countDown();
        callers.close();
        assertThat(workers.usage().used()).isZero();
        assertThat(order).containsExactly("ada");
    }
}
