package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheIndex.Tool;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.DropPattern;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.store.SnapshotId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests that every {@link CacheIndex} must pass. Extend it to test your own index. */
public abstract class CacheIndexContract {

    private static final CacheLimits LARGE_LIMITS = CacheLimits.of(1_000, 1 << 20);
    /** A number of expired entries that is so large that an index may need several calls to remove all of them. */
    private static final int MANY = 150;

    private final FakeClock clock = new FakeClock();
    private final List<CacheEntry> removed = new ArrayList<>();
    private final AtomicLong ids = new AtomicLong();

    /** Creates an empty index that passes each entry that it removes to {@code gone}. */
    protected abstract CacheIndex index(CacheLimits limits, InstantSource clock, Consumer<CacheEntry> gone);

    private CacheIndex open(CacheLimits limits) {
        return index(limits, clock, removed::add);
    }

    private static CacheKey key(String caller, String tool, int arguments) {
        return new CacheKey(caller, "main", tool, Integer.toString(arguments));
    }

    private CacheEntry entry(long bytes) {
        SnapshotId id = new SnapshotId(7, ids.incrementAndGet());
        return new CacheEntry(
                id, ResultForm.MODERN, bytes, clock.instant(), clock.instant().plus(Duration.ofMinutes(10)), 42);
    }

    private CacheEntry put(CacheIndex index, CacheKey key, long bytes) {
        CacheEntry cacheEntry = entry(bytes);
        assertThat(index.put(key, cacheEntry, index.currentMark(key.server()))).isTrue();
        return cacheEntry;
    }

    @Test
    void findsAnEntryOnlyByItsFullKey() {
        CacheIndex index = open(LARGE_LIMITS);
        CacheEntry cacheEntry = put(index, key("ann", "get", 1), 10);
        assertThat(index.find(key("ann", "get", 1))).isEqualTo(cacheEntry);
        assertThat(index.find(key("bob", "get", 1))).isNull();
        assertThat(index.find(key("ann", "list", 1))).isNull();
        assertThat(index.find(key("ann", "get", 2))).isNull();
        assertThat(index.find(new CacheKey("ann", "other", "get", "1"))).isNull();
        assertThat(index.tools()).containsExactly(new Tool("main", "get"));
    }

    @Test
    void putReplacesTheEntryOfTheKey() {
        CacheIndex index = open(LARGE_LIMITS);
        CacheEntry first = put(index, key("ann", "get", 1), 10);
        CacheEntry second = put(index, key("ann", "get", 1), 20);
        assertThat(index.find(key("ann", "get", 1))).isEqualTo(second);
        assertThat(index.usage().entries()).isEqualTo(1);
        assertThat(index.usage().bytes()).isEqualTo(20);
        index.remove(key("ann", "get", 1), first);
        assertThat(index.find(key("ann", "get", 1))).isEqualTo(second);
        index.remove(key("ann", "get", 1), second);
        assertThat(index.find(key("ann", "get", 1))).isNull();
        assertThat(index.usage().bytes()).isZero();
    }

    @Test
    void expiresAnEntryAtItsExpiryTime() {
        CacheIndex index = open(LARGE_LIMITS);
        CacheEntry cacheEntry = put(index, key("ann", "get", 1), 10);
        clock.advance(Duration.ofMinutes(10).minusNanos(1));
        assertThat(index.find(key("ann", "get", 1))).isEqualTo(cacheEntry);
        clock.advance(Duration.ofNanos(1));
        assertThat(index.find(key("ann", "get", 1))).isNull();
        assertThat(index.usage().entries()).isZero();
        assertThat(index.put(key("ann", "get", 1), cacheEntry, index.currentMark("main")))
                .isFalse();
    }

    /** Checks that expired entries are never found, even if the index removes only a few at a time. */
    @Test
    void findsNoExpiredEntryWhenManyExpireTogether() {
        CacheIndex index = open(LARGE_LIMITS);
        for (int i = 0; i < MANY; i++) {
            put(index, key("ann", "get", i), 10);
        }
        clock.advance(Duration.ofMillis(1));
        put(index, key("ann", "list", 1), 10);
        clock.advance(Duration.ofMinutes(10));
        assertThat(index.find(key("ann", "list", 1))).isNull();
        assertThat(index.usage().entries()).isZero();
    }

    @Test
    void dropsMatchingEntries() {
        CacheIndex index = open(LARGE_LIMITS);
        put(index, key("ann@1", "get_user", 1), 10);
        put(index, key("bob@1", "get_user", 1), 10);
        put(index, key("ann@1", "get_order", 1), 10);
        assertThat(index.drop(new DropPattern("other", null, null))).isZero();
        assertThat(index.drop(new DropPattern("m*n", "get_u*", "ann"))).isEqualTo(1);
        assertThat(index.find(key("ann@1", "get_user", 1))).isNull();
        assertThat(index.find(key("bob@1", "get_user", 1))).isNotNull();
        assertThat(index.drop(DropPattern.ofWritingTool("main", "main/get_o?der")))
                .isEqualTo(1);
        assertThat(index.drop(DropPattern.ofServer("main"))).isEqualTo(1);
        assertThat(index.usage().entries()).isZero();
    }

    @Test
    void refusesAResultOlderThanADrop() {
        CacheIndex index = open(LARGE_LIMITS);
        long before = index.currentMark("main");
        index.drop(DropPattern.ofServer("main"));
        assertThat(index.put(key("ann", "get", 1), entry(10), before)).isFalse();
        assertThat(index.find(key("ann", "get", 1))).isNull();
        put(index, key("ann", "get", 1), 10);
    }

    @Test
    void reportsKeysThatADropMadeStale() {
        CacheIndex index = open(LARGE_LIMITS);
        long before = index.currentMark("main");
        assertThat(index.isStale(key("ann", "get", 1), before)).isFalse();
        index.drop(new DropPattern("m?in", "g*", null));
        assertThat(index.isStale(key("ann", "get", 1), before)).isTrue();
        assertThat(index.isStale(key("ann", "list", 1), before)).isFalse();
        assertThat(index.isStale(key("ann", "get", 1), index.currentMark("main")))
                .isFalse();
    }

    @Test
    void globsMatchAsInRules() {
        CacheIndex index = open(LARGE_LIMITS);
        put(index, key("ann", "schön_ü🙂", 1), 10);
        assertThat(index.drop(new DropPattern(null, "sch?n", null))).isZero();
        assertThat(index.drop(new DropPattern(null, "sch%an_*", null))).isZero();
        assertThat(index.drop(new DropPattern(null, "*n?ü??", null))).isEqualTo(1);
        put(index, key("ann", "a.b[c]", 1), 10);
        assertThat(index.drop(new DropPattern(null, "a?b[c", null))).isZero();
        assertThat(index.drop(new DropPattern(null, "*a*[*]*", null))).isEqualTo(1);
    }

    @Test
    void reportsRemovedEntries() {
        CacheIndex index = open(new CacheLimits(10, 1_000, 2, 100));
        CacheEntry first = put(index, key("ann", "get", 1), 10);
        CacheEntry second = put(index, key("ann", "get", 1), 10);
        assertThat(removed).containsExactly(first);
        CacheEntry third = put(index, key("ann", "get", 2), 10);
        put(index, key("ann", "get", 3), 10);
        assertThat(removed).containsExactly(first, second);
        index.drop(DropPattern.ofWritingTool("main", "get"));
        assertThat(removed).hasSize(4).contains(third);
    }

    @Test
    void refusesAnOldResultAfterManyDrops() {
        CacheIndex index = open(LARGE_LIMITS);
        long before = index.currentMark("main");
        index.drop(DropPattern.ofWritingTool("main", "get"));
        for (int i = 0; i < 2_000; i++) {
            index.drop(DropPattern.ofWritingTool("main", "other"));
        }
        assertThat(index.put(key("ann", "get", 1), entry(10), before)).isFalse();
    }

    @Test
    void staysWithinItsLimits() {
        CacheIndex index = open(new CacheLimits(4, 100, 3, 60));
        for (int i = 0; i < 10; i++) {
            put(index, key("ann", "get", i), 10);
        }
        assertThat(index.usage().entries()).isLessThanOrEqualTo(3);
        put(index, key("bob", "get", 1), 60);
        put(index, key("eve", "get", 1), 60);
        assertThat(index.usage().bytes()).isLessThanOrEqualTo(100);
        assertThat(index.usage().entries()).isLessThanOrEqualTo(4);
        assertThat(index.find(key("eve", "get", 1))).isNotNull();
        assertThat(index.put(key("eve", "get", 2), entry(61), index.currentMark("main")))
                .as("larger than the limit of a caller")
                .isFalse();
        assertThat(index.find(key("eve", "get", 1))).isNotNull();
    }

    @Test
    void evictsEntriesOfTheSameCallerFirst() {
        CacheIndex index = open(new CacheLimits(10, 1_000, 2, 100));
        put(index, key("bob", "get", 1), 10);
        put(index, key("ann", "get", 1), 10);
        put(index, key("ann", "get", 2), 10);
        index.find(key("ann", "get", 1));
        put(index, key("ann", "get", 3), 10);
        assertThat(index.find(key("bob", "get", 1))).isNotNull();
        assertThat(index.find(key("ann", "get", 1))).isNotNull();
        assertThat(index.find(key("ann", "get", 2))).as("least recently used").isNull();
    }
}
