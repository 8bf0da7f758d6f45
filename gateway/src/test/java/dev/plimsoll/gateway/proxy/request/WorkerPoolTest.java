package dev.plimsoll.gateway.proxy.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkerPoolTest {

    private static final long LONG_REQUEST = 10 << 20;

    private final CountDownLatch finish = new CountDownLatch(1);
    private final AtomicInteger submitted = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    private Thread submit(WorkerPool pool, int count) {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < count; i++) {
                pool.run(LONG_REQUEST, this::work);
                submitted.incrementAndGet();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void work() {
        try {
            finish.await();
            done.incrementAndGet();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void waitsWhilePendingRequestsExceedTheByteLimit() throws Exception {
        try (WorkerPool pool = new WorkerPool(4)) {
            Thread submitter = submit(pool, 3);
            Await.until("the second waits", () -> submitter.getState() == Thread.State.TIMED_WAITING);
            assertThat(submitted).hasValue(1);
            pool.run(done::incrementAndGet);
            Await.until("work without a request does not wait", () -> done.get() == 1);
            finish.countDown();
            Await.until("all run", () -> done.get() == 4);
            submitter.join();
        }
    }

    @Test
    void endsTheWaitWhenThePoolCloses() throws Exception {
        WorkerPool pool = new WorkerPool(1);
        Thread submitter = submit(pool, 2);
        Await.until("the second waits", () -> submitter.getState() == Thread.State.TIMED_WAITING);
        pool.close();
        submitter.join(10_000);
        assertThat(submitter.isAlive()).isFalse();
    }

    /** The answer to a request is work of its own, submitted by the worker that decides the request. */
    @Test
    void runsWorkOfItsWorkersAfterItIsClosed() throws Exception {
        WorkerPool pool = new WorkerPool(1);
        pool.run(() -> {
            try {
                finish.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            pool.run(done::incrementAndGet);
        });
        Thread closer = Thread.startVirtualThread(() -> pool.finish(20_000));
        Await.until("the pool waits for its worker", () -> closer.getState() == Thread.State.TIMED_WAITING);
        pool.run(submitted::incrementAndGet);
        finish.countDown();
        closer.join();
        assertThat(done).hasValue(1);
        assertThat(submitted).hasValue(0);
    }
}
