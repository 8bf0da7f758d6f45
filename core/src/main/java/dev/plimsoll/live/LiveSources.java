package dev.plimsoll.live;

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
 * Open sources, each as long as its snapshot lives. Their number is limited: a source unused for
 * {@link StoreLimits#PROTECTED} is closed for a new one; if there is none, the new one is refused. Safe for use by many
 * threads.
 */
public final class LiveSources {

    private static final int MOST = 256;
    private static final int MOST_OF_A_CALLER = MOST / 4;
    private static final long MOST_BYTES = 64L << 20;

    private final RowCache rowCache;
    private final ElapsedTime time;
    private final Map<SnapshotId, Held> held = new LinkedHashMap<>(16, 0.75f, true);
    private volatile Consumer<Runnable> worker = task -> {};

    private record Held(LiveSource live, String caller, Lifetime life) {}

    public LiveSources(InstantSource clock) {
        this(clock, MOST_BYTES);
    }

    /** Creates sources with this many bytes for rows in memory. */
    LiveSources(InstantSource clock, long bytes) {
        this.rowCache = new RowCache(bytes);
        this.time = new ElapsedTime(clock);
    }

    /** Sets the runner that prefetches pages; without one, none are prefetched. It may drop tasks. */
    public void fetchAheadBy(Consumer<Runnable> runner) {
        worker = runner;
    }

    public void fetchAhead(LiveRows rows, int count) {
        if (count > 0) {
            worker.accept(() -> rows.fetchAhead(count));
        }
    }

    /** Opens a source and fetches its first rows; throws {@link RefusedException} if its caller has too many open. */
    public LiveSource open(PageSource source, Function<@Nullable Object, Slice> json, String caller) {
        requireRoom(caller);
        return new LiveSource(source, json, rowCache, System::nanoTime);
    }

    private void requireRoom(String caller) {
        List<LiveSource> removed = new ArrayList<>();
        boolean hasCapacity;
        synchronized (held) {
            long now = expire(removed);
            int callerLimit = caller.isEmpty() ? MOST : MOST_OF_A_CALLER;
            long ownCount = held.values().stream()
                    .filter(each -> each.caller.equals(caller))
                    .count();
            if (held.size() >= MOST || ownCount >= callerLimit) {
                long idle = now - StoreLimits.PROTECTED.toNanos();
                held.entrySet().stream()
                        .filter(each -> each.getValue().life.usedAt() <= idle)
                        .filter(each ->
                                held.size() >= MOST || each.getValue().caller.equals(caller))
                        .findFirst()
                        .map(Map.Entry::getKey)
                        .ifPresent(id -> take(id, removed));
            }
            long remaining = held.values().stream()
                    .filter(each -> each.caller.equals(caller))
                    .count();
            hasCapacity = held.size() < MOST && remaining < callerLimit;
        }
        removed.forEach(LiveSource::close);
        if (!hasCapacity) {
            throw new RefusedException(
                    ErrorCode.RATE_LIMITED,
                    "too many long results are open at their sources",
                    "the same call in ten minutes, or an earlier cursor");
        }
    }

    /** Registers a source under an ID for follow-up reads. */
    public void add(SnapshotId id, LiveSource liveSource, String caller, Duration ttl, Duration maxTtl) {
        synchronized (held) {
            long now = time.now();
            held.put(id, new Held(liveSource, caller, new Lifetime(ttl, ElapsedTime.plus(now, maxTtl), now)));
        }
    }

    /** Returns the source; null if it is unknown or has expired. Finding it counts as a use. */
    public @Nullable LiveSource find(SnapshotId id) {
        List<LiveSource> removed = new ArrayList<>();
        Held found;
        synchronized (held) {
            long now = expire(removed);
            found = held.get(id);
            if (found != null) {
                held.put(id, new Held(found.live, found.caller, found.life.usedAt(now)));
            }
        }
        removed.forEach(LiveSource::close);
        return found == null ? null : found.live;
    }

    /** Removes and closes a source. */
    public void remove(SnapshotId id) {
        List<LiveSource> removed = new ArrayList<>();
        synchronized (held) {
            take(id, removed);
        }
        removed.forEach(LiveSource::close);
    }

    /** Removes and closes all sources; new ones may be added. */
    public void clear() {
        List<LiveSource> removed = new ArrayList<>();
        synchronized (held) {
            new ArrayList<>(held.keySet()).forEach(id -> take(id, removed));
        }
        removed.forEach(LiveSource::close);
    }

    /** Closes a source that no cursor reads. */
    public void drop(LiveSource liveSource) {
        liveSource.close();
    }

    public int count() {
        synchronized (held) {
            return held.size();
        }
    }

    private long expire(List<LiveSource> removed) {
        long now = time.now();
        held.entrySet().stream()
                .filter(each -> each.getValue().life.expiry() <= now)
                .map(Map.Entry::getKey)
                .toList()
                .forEach(id -> take(id, removed));
        return now;
    }

    private void take(SnapshotId id, List<LiveSource> removed) {
        Held source = held.remove(id);
        if (source != null) {
            removed.add(source.live);
        }
    }
}
