package dev.plimsoll.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallerThreadTest {

    private static Thread fetching() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        CallerThread.fetch(() -> thread.complete(Thread.currentThread()));
        return thread.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    void usesAnOfferedThreadOnce() {
        List<Thread> threads = new java.util.ArrayList<>();
        CallerThread.during(() -> {
            threads.add(fetching());
            threads.add(fetching());
        });
        assertThat(threads.get(0)).isEqualTo(Thread.currentThread());
        assertThat(threads.get(1)).isNotEqualTo(Thread.currentThread());
    }

    @Test
    void usesAnotherThreadForANestedCall() {
        List<Thread> threads = new java.util.ArrayList<>();
        CallerThread.during(() -> CallerThread.fetch(() -> threads.add(fetching())));
        assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
    }

    @Test
    void usesAnotherThreadWithoutAnOffer() {
        assertThat(fetching()).isNotEqualTo(Thread.currentThread());
        CallerThread.during(() -> {});
        assertThat(fetching()).isNotEqualTo(Thread.currentThread());
    }

    @Test
    void usesAnotherThreadAfterTheOfferIsWithdrawn() {
        CallerThread.withhold();
        CallerThread.during(() -> {
            CallerThread.withhold();
            assertThat(fetching()).isNotEqualTo(Thread.currentThread());
            assertThat(CallerThread.isUsed()).isFalse();
        });
    }

    @Test
    void reportsWhetherTheOfferedThreadIsUsed() {
        CallerThread.during(() -> {
            assertThat(CallerThread.isUsed()).isFalse();
            CallerThread.fetch(() -> assertThat(CallerThread.isUsed()).isTrue());
        });
        assertThat(CallerThread.isUsed()).isFalse();
    }
}
