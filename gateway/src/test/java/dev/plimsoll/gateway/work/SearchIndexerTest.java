package dev.plimsoll.gateway.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the thread that builds indexes for ranked searches. */
class SearchIndexerTest {

    private final SearchIndexer indexer = new SearchIndexer();

    @Test
    void runsTasksOnAThreadOfItsOwn() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        indexer.accept(() -> thread.complete(Thread.currentThread()));
        assertThat(thread.get(10, TimeUnit.SECONDS)).isNotEqualTo(Thread.currentThread());
        assertThat(thread.get().isDaemon()).isTrue();
    }

    @Test
    void continuesAfterATaskThatFails() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        indexer.accept(() -> {
            throw new IllegalStateException("broken index");
        });
        indexer.accept(ran::countDown);
        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void dropsTasksWhileItsQueueIsFull() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        indexer.accept(() -> {
            running.countDown();
            awaitQuietly(release);
        });
        assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
        AtomicInteger finishedTasks = new AtomicInteger();
        CountDownLatch queued = new CountDownLatch(SearchIndexer.QUEUE_CAPACITY);
        for (int i = 0; i < 3 * SearchIndexer.QUEUE_CAPACITY; i++) {
            indexer.accept(() -> {
                finishedTasks.incrementAndGet();
                queued.countDown();
            });
        }
        release.countDown();
        assertThat(queued.await(10, TimeUnit.SECONDS)).isTrue();
        CountDownLatch lastTaskDone = new CountDownLatch(1);
        indexer.accept(lastTaskDone::countDown);
        assertThat(lastTaskDone.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(finishedTasks).hasValue(SearchIndexer.QUEUE_CAPACITY);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
