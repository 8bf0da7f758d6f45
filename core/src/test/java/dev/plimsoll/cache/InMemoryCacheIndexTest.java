package dev.plimsoll.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.testkit.CacheIndexContract;
import dev.plimsoll.testkit.FakeClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class InMemoryCacheIndexTest extends CacheIndexContract {

    @Override
    protected CacheIndex index(CacheLimits limits, InstantSource clock, Consumer<CacheEntry> removed) {
        return CacheIndex.inMemory(limits, clock, removed);
    }

    @Test
    void reportsRemovedEntries() {
        FakeClock clock = new FakeClock();
        List<CacheEntry> removed = new ArrayList<>();
        CacheIndex index = CacheIndex.inMemory(new CacheLimits(2, 100, 2, 100), clock, removed::add);
        List<CacheEntry> put = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            CacheEntry cacheEntry = new CacheEntry(
                    new SnapshotId(1, i),
                    ResultForm.OLD,
                    10,
                    clock.instant(),
                    clock.instant().plus(Duration.ofMinutes(1)),
                    0);
            put.add(cacheEntry);
            CacheKey key = new CacheKey("ann", "main", "get", Integer.toString(i == 1 ? 0 : i));
            assertThat(index.put(key, cacheEntry, index.currentMark("main"))).isTrue();
        }
        // one was replaced, two were evicted
        assertThat(removed).containsExactlyElementsOf(put.subList(0, 3));
        assertThat(index.usage().evicted()).isEqualTo(2);
        index.drop(new DropPattern(null, "get", null));
        assertThat(removed).hasSize(5);
        CacheEntry last = new CacheEntry(
                new SnapshotId(2, 0),
                ResultForm.OLD,
                10,
                clock.instant(),
                clock.instant().plus(Duration.ofMinutes(1)),
                0);
        index.put(new CacheKey("ann", "main", "get", "9"), last, index.currentMark("main"));
        clock.advance(Duration.ofMinutes(1));
        assertThat(index.usage().entries()).isZero();
        assertThat(removed).endsWith(last);
    }

    @Test
    void doesNotPrintCallersAndArguments() {
        assertThat(new CacheKey("secret-caller", "main", "get", "secret-arguments").toString())
                .doesNotContain("secret");
    }
}
