package dev.plimsoll.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LentTest {

    private static Thread fetching() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        Lent.fetch(() -> thread.complete(Thread.currentThread()));
        return thread.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    void aThreadThatIsLentIsUsedOnce() {
        List<Thread> threads = new java.util.ArrayList<>();
        Lent.during(() -> {
            threads.add(fetching());
            threads.add(fetching());
        });
        assertThat(threads.get(0)).isEqualTo(Thread.currentThread());
        assertThat(threads.get(1)).isNotEqualTo(Thread.currentThread());
    }

    @Test
    void whatIsFetchedMeanwhileTakesAnotherThread() {
        List<Thread> threads = new java.util.ArrayList<>();
        Lent.during(() -> Lent.fetch(() -> threads.add(fetching())));
        assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
    }

    @Test
    void nobodysThreadIsTakenUnasked() {
        assertThat(fetching()).isNotEqualTo(Thread.currentThread());
        Lent.during(() -> {});
        assertThat(fetching()).isNotEqualTo(Thread.currentThread());
    }

    @Test
    void aThreadThatIsWithheldIsNotUsed() {
        Lent.withhold();
        Lent.during(() -> {
            Lent.withhold();
            assertThat(fetching()).isNotEqualTo(Thread.currentThread());
            assertThat(Lent.isUsed()).isFalse();
        });
    }

    @Test
    void whoFetchesKnowsWhoseThreadItIs() {
        Lent.during(() -> {
            assertThat(Lent.isUsed()).isFalse();
            Lent.fetch(() -> assertThat(Lent.isUsed()).isTrue());
        });
        assertThat(Lent.isUsed()).isFalse();
    }
}
