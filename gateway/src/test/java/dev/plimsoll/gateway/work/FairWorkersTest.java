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
    private final List<String> executed = Collections.synchronizedList(new ArrayList<>());
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

    /** Submits work that runs until {@link #release} opens, and returns when it has started. */
    private void block(FairWorkers pool, String caller) {
        CountDownLatch started = new CountDownLatch(1);
        callers.execute(() -> pool.run(caller, 0, () -> {
            started.countDown();
            await(release);
        }));
        await(started);
    }

    /** Submits work, and returns when it waits for a thread. */
    private void queue(String caller) {
        int waitingBefore = workers.waitingCount();
        callers.execute(() -> workers.run(caller, 0, () -> executed.add(caller)));
        while (workers.waitingCount() == waitingBefore) {
            Thread.onSpinWait();
        }
    }

    @Test
    void runsOnPlatformThreadsAndReturnsWhenDone() {
        workers.run("ada", 0, () -> executed.add(Thread.currentThread().getName()));
        assertThat(executed).containsExactly("plimsoll-worker-1");
    }

    @Test
    void leavesOneThreadToOtherCallers() {
        block(workers, "hostile");
        for (int i = 0; i < 20; i++) {
            queue("hostile");
        }
        workers.run("ada", 0, () -> executed.add("ada"));
        assertThat(executed).containsExactly("ada");
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
        assertThat(executed).hasSize(4);
        assertThat(executed.indexOf("ada")).isLessThan(3);
    }

    @Test
    void turnsHaveWeights() {
        // one of the two threads stays busy, so that the order of the work is certain
        block(workers, "hostile");
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch blocker = new CountDownLatch(1);
        callers.execute(() -> workers.run("other", 0, () -> {
            started.countDown();
            await(blocker);
        }));
        await(started);
        for (String caller : List.of("team", "ada", "ben")) {
            for (int i = 0; i < 4; i++) {
                queue(caller);
            }
        }
        blocker.countDown();
        while (executed.size() < 12) {
            Thread.onSpinWait();
        }
        assertThat(executed.subList(0, 6)).containsExactly("team", "team", "team", "ada", "ben", "team");
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
        workers.run("ada", 0, () -> executed.add("next"));
        assertThat(executed).containsExactly("next");
    }

    @Test
    void refusesWorkThatWaitsTooLong() {
        FairWorkers workersWithShortWait =
                new FairWorkers(THREADS, MAX_BYTES, Duration.ofMillis(500), FairWorkersTest::weight);
        block(workersWithShortWait, "ada");
        RefusedException refusal = catchThrowableOfType(
                RefusedException.class, () -> workersWithShortWait.run("ada", 0, () -> executed.add("never")));
        assertThat(refusal.code()).isEqualTo(ErrorCode.QUERY_LIMIT);
        release.countDown();
        workersWithShortWait.run("ada", 0, () -> executed.add("later"));
        assertThat(executed).containsExactly("later");
    }

    @Test
    void runsNestedWorkOnTheSameThread() {
        block(workers, "hostile");
        workers.run(
                "ada",
                0,
                () -> workers.run(
                        "ada", 0, () -> executed.add(Thread.currentThread().getName())));
        assertThat(executed).singleElement().asString().startsWith("plimsoll-worker-");
    }

    @Test
    void leavesMemoryToOtherCallers() {
        CountDownLatch started = new CountDownLatch(1);
        callers.execute(() -> workers.run("hostile", 850, () -> {
            started.countDown();
            await(release);
        }));
        await(started);
        assertThatThrownBy(() -> workers.run("hostile", 100, () -> executed.add("never")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("you use 850");
        workers.run("ada", 100, () -> executed.add("ada"));
        assertThat(workers.usage().shareRefusals()).isEqualTo(1);
        release.countDown();
        callers.close();
        assertThat(workers.usage().used()).isZero();
        assertThat(executed).containsExactly("ada");
    }
}
