package dev.plimsoll.gateway.http;

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

class TurnTest {

    private final Overdue overdue = new Overdue(1_000_000);
    private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch delivered = new CountDownLatch(1);
    private final Turn turn = new Turn(() -> {
        threads.add(Thread.currentThread());
        delivered.countDown();
    });

    @AfterEach
    void close() {
        overdue.close();
    }

    private void awaitDelivery() {
        try {
            assertThat(delivered.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theThreadThatHasAskedDelivers() {
        turn.run(() -> assertThat(threads).isEmpty(), overdue);
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void anotherDeliversWhileTheAnswerTakesItsTime() {
        overdue.begin();
        turn.run(this::awaitDelivery, overdue);
        assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
    }

    @Test
    void deliversAlsoWhenAskingFails() {
        IllegalStateException failure = new IllegalStateException("no");
        assertThatThrownBy(() -> turn.run(
                        () -> {
                            throw failure;
                        },
                        overdue))
                .isSameAs(failure);
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void whoWatchesRestsAndIsWoken() throws Exception {
        overdue.begin();
        Await.until("who watches rests", overdue::rests);
        turn.run(this::awaitDelivery, overdue);
        assertThat(threads).doesNotContain(Thread.currentThread());
    }
}
