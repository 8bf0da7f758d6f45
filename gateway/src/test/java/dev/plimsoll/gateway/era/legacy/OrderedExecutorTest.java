package dev.plimsoll.gateway.era.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class OrderedExecutorTest {

    private final OrderedExecutor executor = new OrderedExecutor();
    private final List<Integer> done = Collections.synchronizedList(new ArrayList<>());

    @Test
    void runsTasksInTheOrderOfTheirSubmission() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            executor.execute(() -> done.add(number));
        }
        Await.until("all tasks are done", () -> done.size() == 1_000);
        assertThat(done).isEqualTo(IntStream.range(0, 1_000).boxed().toList());
    }

    @Test
    void submissionDoesNotWaitForTheTasksBefore() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        executor.execute(() -> {
            try {
                assertThat(release.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            done.add(1);
        });
        executor.execute(() -> done.add(2));
        assertThat(done).isEmpty();
        release.countDown();
        Await.until("both tasks are done", () -> done.size() == 2);
        assertThat(done).containsExactly(1, 2);
    }

    @Test
    void runsTheTasksAfterOneThatFails() throws Exception {
        executor.execute(() -> {
            throw new IllegalStateException("a failure on purpose");
        });
        executor.execute(() -> done.add(1));
        Await.until("the task after it is done", () -> done.size() == 1);
    }
}
