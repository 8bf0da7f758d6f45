package dev.plimsoll.source.live;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.store.ElapsedTime;
import dev.plimsoll.store.Lifetime;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreLimits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Open sources. Each is open until its snapshot expires. Their number is limited. At the limit, a
 * source that was not used for {@link StoreLimits#PROTECTION_TIME} is closed to open a new one; if there is no such
 * source, the new one is refused. Thread-safe.
 */
public final class LiveSources {

    private static final int MAX_SOURCES = 256;
    private static final int MAX_SOURCES_PER_CALLER = MAX_SOURCES / 4;
    private static final long MAX_CACHED_BYTES = 64L << 20;

    private final RowCache rowCache;
    private final ElapsedTime time;
    private final Map<SnapshotId, OpenSource> openSources = new LinkedHashMap<>(16, 0.75f, true);
    private final Consumer<Runnable> prefetcher;

    private record OpenSource(LiveSource source, String caller, Lifetime lifetime) {}

    /**
     * Creates an empty set of sources.
     *
     * @param prefetcher runs the tasks that prefetch pages; it may drop them
     */
    public LiveSources(InstantSource clock, Consumer<Runnable> prefetcher) {
        this(clock, prefetcher, MAX_CACHED_BYTES);
    }

    /** Creates sources with this many bytes for rows in memory. */
    LiveSources(InstantSource clock, Consumer<Runnable> prefetcher, long bytes) {
        this.rowCache = new RowCache(bytes);
        this.time = new ElapsedTime(clock);
        this.prefetcher = prefetcher;
    }

    public void prefetch(LiveRows rows, int count) {
        if (count > 0) {
            prefetcher.accept(() -> rows.prefetch(count));
        }
    }

    /** Opens a source and fetches its first rows; throws {@link RefusedException} if its caller has too many open. */
    public LiveSource open(PageSource source, Function<@Nullable Object, Slice> toJson, String caller) {
        requireCapacity(caller);
        return new LiveSource(source, toJson, rowCache, System::nanoTime);
    }

    private void requireCapacity(String caller) {
        List<LiveSource> removed = new ArrayList<>();
        boolean hasCapacity;
        synchronized (openSources) {
            long now = removeExpired(removed);
            int callerLimit = caller.isEmpty() ? MAX_SOURCES : MAX_SOURCES_PER_CALLER;
            long callerCount = openSources.values().stream()
                    .filter(each -> each.caller.equals(caller))
                    .count();
            if (openSources.size() >= MAX_SOURCES || callerCount >= callerLimit) {
                long lastUnprotectedUse = now - StoreLimits.PROTECTION_TIME.toNanos();
                openSources.entrySet().stream()
                        .filter(each -> each.getValue().lifetime.usedAt() <= lastUnprotectedUse)
                        .filter(each -> openSources.size() >= MAX_SOURCES
                                || each.getValue().caller.equals(caller))
                        .findFirst()
                        .map(Map.Entry::getKey)
                        .ifPresent(id -> removeSource(id, removed));
            }
            long remainingCount = openSources.values().stream()
                    .filter(each -> each.caller.equals(caller))
                    .count();
            hasCapacity = openSources.size() < MAX_SOURCES && remainingCount < callerLimit;
        }
        removed.forEach(LiveSource::close);
        if (!hasCapacity) {
            throw new RefusedException(
                    ErrorCode.RATE_LIMITED,
                    "too many long results are open at their sources",
                    "the same call in ten minutes, or an earlier cursor");
        }
    }

    /**
     * Registers a source under an ID for follow-up reads.
     *
     * @param ttl time to live after the last use
     * @param maxTtl time to live from now on, which no use extends
     */
    public void add(SnapshotId id, LiveSource liveSource, String caller, Duration ttl, Duration maxTtl) {
        synchronized (openSources) {
            long now = time.now();
            openSources.put(
                    id, new OpenSource(liveSource, caller, new Lifetime(ttl, ElapsedTime.plus(now, maxTtl), now)));
        }
    }

    /** Returns the source; null if it is unknown or has expired. Finding it counts as a use. */
    public @Nullable LiveSource find(SnapshotId id) {
        List<LiveSource> removed = new ArrayList<>();
        OpenSource found;
        synchronized (openSources) {
            long now = removeExpired(removed);
            found = openSources.get(id);
            if (found != null) {
                openSources.put(id, new OpenSource(found.source, found.caller, found.lifetime.withUse(now)));
            }
        }
        removed.forEach(LiveSource::close);
        return found == null ? null : found.source;
    }

    /** Removes and closes a source. */
    public void remove(SnapshotId id) {
        List<LiveSource> removed = new ArrayList<>();
        synchronized (openSources) {
            removeSource(id, removed);
        }
        removed.forEach(LiveSource::close);
    }

    /** Removes and closes all sources. New sources may be added afterwards. */
    public void clear() {
        List<LiveSource> removed = new ArrayList<>();
        synchronized (openSources) {
            new ArrayList<>(openSources.keySet()).forEach(id -> removeSource(id, removed));
        }
        removed.forEach(LiveSource::close);
    }

    /** Closes a source that was opened but not registered because no cursor refers to it. */
    public void closeUnused(LiveSource liveSource) {
        liveSource.close();
    }

    public int count() {
        synchronized (openSources) {
            return openSources.size();
        }
    }

    private long removeExpired(List<LiveSource> removed) {
        long now = time.now();
        openSources.entrySet().stream()
                .filter(each -> each.getValue().lifetime.expiry() <= now)
                .map(Map.Entry::getKey)
                .toList()
                .forEach(id -> removeSource(id, removed));
        return now;
    }

    private void removeSource(SnapshotId id, List<LiveSource> removed) {
        OpenSource source = openSources.remove(id);
        if (source != null) {
            removed.add(source.source);
        }
    }
}
