package dev.plimsoll.shape.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.search.DocumentIndexes;
import dev.plimsoll.search.SearchDeadline;
import dev.plimsoll.search.rank.PassageCollector;
import dev.plimsoll.search.rank.PassageIndex;
import dev.plimsoll.shape.DocumentPart;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the cache of what searches found. */
class RecentFindingsTest {

    private static final Slice TEXT = Slice.of("The pump needs new oil.");
    private static final DocumentPart PART = new DocumentPart(TEXT, false, JsonPointer.root());

    private static PassageIndex index() {
        return PassageCollector.indexText(
                TEXT, new DocumentIndexes() {}, text -> null, SearchDeadline.ofPassageIndex(System::nanoTime));
    }

    @Test
    void secondSearchWaitsForTheIndexThatIsBeingBuilt() throws Exception {
        RecentFindings findings = new RecentFindings();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch canFinish = new CountDownLatch(1);
        AtomicInteger builds = new AtomicInteger();
        CompletableFuture<PassageIndex> first =
                CompletableFuture.supplyAsync(() -> findings.getOrComputePassages(PART, () -> {
                    builds.incrementAndGet();
                    started.countDown();
                    awaitQuietly(canFinish);
                    return index();
                }));
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<PassageIndex> second = new CompletableFuture<>();
        Thread searchThread = new Thread(() -> second.complete(findings.getOrComputePassages(PART, () -> {
            builds.incrementAndGet();
            return index();
        })));
        searchThread.setDaemon(true);
        searchThread.start();
        while (searchThread.getState() != Thread.State.WAITING && !second.isDone()) {
            Thread.onSpinWait();
        }
        canFinish.countDown();
        assertThat(second.get(10, TimeUnit.SECONDS)).isSameAs(first.get(10, TimeUnit.SECONDS));
        assertThat(builds).hasValue(1);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
