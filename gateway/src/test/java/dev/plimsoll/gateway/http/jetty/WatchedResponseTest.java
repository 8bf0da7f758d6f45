package dev.plimsoll.gateway.http.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.testkit.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchedResponseTest {

    private final SlowResponseWatch slowResponseWatch = new SlowResponseWatch(1_000_000);
    private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch delivered = new CountDownLatch(1);
    private final WatchedResponse watchedResponse = new WatchedResponse(() -> {
        threads.add(Thread.currentThread());
        delivered.countDown();
    });

    @AfterEach
    void close() {
        slowResponseWatch.close();
    }

    private void awaitDelivery() {
        try {
            assertThat(delivered.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void deliversOnRequestThread() {
        watchedResponse.run(() -> assertThat(threads).isEmpty(), slowResponseWatch);
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void deliversSlowResponseOnAnotherThread() {
        slowResponseWatch.start();
        watchedResponse.run(this::awaitDelivery, slowResponseWatch);
        assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
    }

    @Test
    void deliversAfterFailedRequest() {
        IllegalStateException failure = new IllegalStateException("no");
        assertThatThrownBy(() -> watchedResponse.run(
                        () -> {
                            throw failure;
                        },
                        slowResponseWatch))
                .isSameAs(failure);
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void sleepsWithoutResponsesAndWakesUp() throws Exception {
        slowResponseWatch.start();
        Await.until("the watch is sleeping", slowResponseWatch::isSleeping);
        watchedResponse.run(this::awaitDelivery, slowResponseWatch);
        assertThat(threads).doesNotContain(Thread.currentThread());
    }
}
