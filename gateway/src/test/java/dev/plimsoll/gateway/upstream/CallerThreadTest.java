package dev.plimsoll.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallerThreadTest {

    private static Thread threadOfCall() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        CallerThread.runCall(() -> thread.complete(Thread.currentThread()));
        return thread.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    void usesAnOfferedThreadOnce() {
        List<Thread> threads = new java.util.ArrayList<>();
        CallerThread.offerDuring(() -> {
            threads.add(threadOfCall());
            threads.add(threadOfCall());
        });
        assertThat(threads.get(0)).isEqualTo(Thread.currentThread());
        assertThat(threads.get(1)).isNotEqualTo(Thread.currentThread());
    }

    @Test
    void usesAnotherThreadForANestedCall() {
        List<Thread> threads = new java.util.ArrayList<>();
        CallerThread.offerDuring(() -> CallerThread.runCall(() -> threads.add(threadOfCall())));
        assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
    }

    @Test
    void usesAnotherThreadWithoutAnOffer() {
        assertThat(threadOfCall()).isNotEqualTo(Thread.currentThread());
        CallerThread.offerDuring(() -> {});
        assertThat(threadOfCall()).isNotEqualTo(Thread.currentThread());
    }

    @Test
    void usesAnotherThreadAfterTheOfferIsWithdrawn() {
        CallerThread.withdrawOffer();
        CallerThread.offerDuring(() -> {
            CallerThread.withdrawOffer();
            assertThat(threadOfCall()).isNotEqualTo(Thread.currentThread());
            assertThat(CallerThread.isUsed()).isFalse();
        });
    }

    @Test
    void reportsWhetherTheOfferedThreadIsUsed() {
        CallerThread.offerDuring(() -> {
            assertThat(CallerThread.isUsed()).isFalse();
            CallerThread.runCall(() -> assertThat(CallerThread.isUsed()).isTrue());
        });
        assertThat(CallerThread.isUsed()).isFalse();
    }
}
