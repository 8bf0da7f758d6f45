package dev.plimsoll.redis;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.json.Slice;
import dev.plimsoll.rate.RateStore;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreDemand;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.store.StoreUsage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Store in Redis or Valkey, which any number of processes on any number of machines can share. It uses the clock of Redis, so the clocks of the machines may differ. It never waits longer than its timeout for one reply. While Redis is unavailable, calls fail. The store recovers by itself.
 */
public final class RedisStore implements SnapshotStore {

    /** The estimated overhead of a snapshot in the index, in bytes. */
    private static final int SNAPSHOT_OVERHEAD = 1024;

    /** The estimated overhead of a chunk: its key. */
    private static final int CHUNK_OVERHEAD = 128;

    /** The estimated overhead of a view: two hash entries. */
    private static final int VIEW_OVERHEAD = 256;

    /** The number of attempts to save a snapshot, each with a new ID. */
    private static final int MAX_ATTEMPTS = 3;

    private static final int VIEW_DIGEST_BYTES = 32;
    /** The maximum milliseconds for writing a snapshot, after which its reservation expires. */
    private static final long WRITE_MILLIS = Duration.ofMinutes(5).toMillis();
    /**
     * The maximum for a store with an external clock. It is longer, because that clock may jump ahead during the write.
     */
    private static final long WRITE_MILLIS_OF_EXTERNAL_CLOCK =
            Duration.ofDays(1).toMillis();

    private static final long EXPIRY_MARGIN_MILLIS = Duration.ofMinutes(1).toMillis();
    private static final long MAX_MILLIS = 1L << 41;

    private final RedisSettings settings;
    private final StoreLimits storeLimits;
    private final RandomGenerator idGenerator;
    private final RedisCommands redisCommands;
    private final RedisKeyNames redisKeyNames;
    private final BestEffortCommands bestEffortCommands;
    private final SnapshotIndex snapshotIndex;
    private final Chunks chunks;
    private final @Nullable InstantSource clock;
    private volatile StoreUsage lastUsage;
    private volatile boolean isClosed;

    RedisStore(
            RedisSettings settings,
            StoreLimits storeLimits,
            @Nullable InstantSource clock,
            RandomGenerator idGenerator) {
        this.settings = settings;
        this.storeLimits = storeLimits;
        this.clock = clock;
        this.idGenerator = idGenerator;
        this.redisCommands = new RedisCommands(settings);
        RedisKeyNames redisKeyNames = new RedisKeyNames(settings.prefix());
        this.redisKeyNames = redisKeyNames;
        this.bestEffortCommands = new BestEffortCommands(redisCommands, redisKeyNames, settings, this::currentMillis);
        this.snapshotIndex = new SnapshotIndex(redisCommands, redisKeyNames, this::currentMillis);
        this.chunks = new Chunks(redisCommands, redisKeyNames);
        this.lastUsage = new StoreUsage(0, 0, storeLimits.maxBytes());
    }

    /**
     * Creates a store. It connects on first use, so opening never fails.
     *
     * @param storeLimits the limits of all processes that share the store; use the same in each of them
     * @param idGenerator the source of IDs: a {@link java.security.SecureRandom} outside of tests
     */
    public static RedisStore open(RedisSettings settings, StoreLimits storeLimits, RandomGenerator idGenerator) {
        return new RedisStore(settings, storeLimits, null, idGenerator);
    }

    /** Returns the time to pass to Redis, or -1 to use Redis's own clock. */
    private long currentMillis() {
        return clock == null ? -1 : clock.millis();
    }

    /**
     * Returns the token totals of sessions, shared by all processes that use this Redis. They use this store's connections, and
     * are closed with it.
     */
    public SessionLedger sessions(Duration maxIdle) {
        return new RedisSessionLedger(bestEffortCommands, redisKeyNames, maxIdle);
    }

    /**
     * Returns the rates, shared by all processes that use this Redis. They use this store's connections, and are closed with
     * it.
     */
    public RateStore rates() {
        return new RedisRateStore(bestEffortCommands, redisKeyNames);
    }

    /**
     * Returns the index of cached responses, shared by all processes that use this Redis. It uses this store's connections, and
     * is closed with it.
     *
     * @param limits the limits of all processes together; use the same in each of them
     * @param onRemoved receives each entry that this process found expired or evicted
     */
    public CacheIndex responses(CacheLimits limits, Consumer<CacheEntry> onRemoved) {
        return new RedisCacheIndex(
                bestEffortCommands, redisKeyNames, limits, clock == null ? InstantSource.system() : clock, onRemoved);
    }

    @Override
    public Snapshot save(SaveRequest saveRequest) {
        SnapshotMetadata snapshotMetadata = SnapshotMetadata.of(saveRequest, settings.maxValueBytes());
        byte[] encoded = snapshotMetadata.encode();
        long neededBytes = SNAPSHOT_OVERHEAD
                + encoded.length
                + snapshotMetadata.bytes()
                + (long) CHUNK_OVERHEAD * snapshotMetadata.chunkCount();
        new StoreDemand(saveRequest.origin().holder(), neededBytes, 1, null).requireFitsEmptyStore(storeLimits);
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            SnapshotId id = newId();
            try {
                Instant takenAt = write(saveRequest, snapshotMetadata, encoded, neededBytes, id);
                if (takenAt != null) {
                    return createSnapshot(id, snapshotMetadata, takenAt);
                }
            } catch (StoreException e) {
                if (i == MAX_ATTEMPTS - 1 || !RedisErrorText.isOutOfMemory(e) || !evictIdle(neededBytes)) {
                    throw e;
                }
            }
        }
        throw new StoreException(
                Reason.FAILED, "writing " + snapshotMetadata.bytes() + " bytes to Redis takes too long");
    }

    /**
     * Evicts idle snapshots after Redis has run out of memory, although the limits of the store are not reached. Returns
     * false if it evicted none.
     */
    private boolean evictIdle(long bytes) {
        return deleteRemoved(snapshotIndex.execute(
                                RedisScript.EVICT_IDLE, bytes, StoreLimits.PROTECTION_TIME.toMillis()))
                        .number(0)
                > 0;
    }

    private SnapshotId newId() {
        synchronized (idGenerator) {
            return SnapshotId.random(idGenerator); // not every random generator is thread-safe
        }
    }

    /**
     * Writes the contents first and makes the snapshot readable afterwards, so that no process sees an
     * incomplete snapshot. Returns the time of the snapshot, or null if writing took so long that the
     * reservation expired.
     */
    private @Nullable Instant write(
            SaveRequest saveRequest,
            SnapshotMetadata snapshotMetadata,
            byte[] encoded,
            long neededBytes,
            SnapshotId id) {
        long ttl = toMillis(saveRequest.ttl());
        long maxTtl = toMillis(saveRequest.maxTtl());
        long chunkMillis = Math.min(2 * ttl, maxTtl) + EXPIRY_MARGIN_MILLIS;
        ToIntFunction<String> weights = storeLimits.weights();
        SnapshotIndex.Reply reserveReply = deleteRemoved(snapshotIndex.execute(
                RedisScript.RESERVE,
                id.toString(),
                encoded,
                KeyDigest.hash(saveRequest.origin().holder()),
                neededBytes,
                snapshotMetadata.chunkCount(),
                ttl,
                maxTtl,
                clock == null ? WRITE_MILLIS : WRITE_MILLIS_OF_EXTERNAL_CLOCK,
                chunkMillis,
                weights == null ? 0 : weights.applyAsInt(saveRequest.origin().holder()),
                storeLimits.maxBytes(),
                storeLimits.maxBytesPerCaller(),
                storeLimits.maxSnapshots(),
                StoreLimits.PROTECTION_TIME.toMillis(),
                StoreLimits.RESERVE_DIVISOR));
        requireAdmitted(reserveReply, neededBytes);
        if (reserveReply.status().equals("REPEATS")) {
            throw new StoreException(Reason.FAILED, "the ID generator returned a used ID");
        }
        try {
            chunks.write(id, saveRequest.segments(), snapshotMetadata.chunkBytes(), chunkMillis);
        } catch (StoreException e) {
            tryToRemove(id);
            throw e;
        }
        SnapshotIndex.Reply commitReply = deleteRemoved(snapshotIndex.execute(RedisScript.COMMIT, id.toString()));
        if (!commitReply.status().equals("OK")) {
            deleteContents(List.of(new SnapshotIndex.RemovedSnapshot(id, snapshotMetadata.chunkCount())));
            return null;
        }
        return Instant.ofEpochMilli(commitReply.number(0));
    }

    private void requireAdmitted(SnapshotIndex.Reply reply, long bytes) {
        switch (reply.status()) {
            case "CALLER_FULL" ->
                throw refusal(Reason.CALLER_FULL, bytes, "maxBytesPerCaller", storeLimits.maxBytesPerCaller());
            case "SHARE_FULL" -> throw shareRefusal(bytes, "maxBytes", storeLimits.maxBytes());
            case "SHARE_FULL_SNAPSHOTS" -> throw shareRefusal(bytes, "maxSnapshots", storeLimits.maxSnapshots());
            case "FULL" -> throw refusal(Reason.FULL, bytes, "maxBytes", storeLimits.maxBytes());
            case "FULL_SNAPSHOTS" -> throw refusal(Reason.FULL, bytes, "maxSnapshots", storeLimits.maxSnapshots());
            default -> {
                // admitted, or a reply that the caller handles
            }
        }
    }

    private static StoreException shareRefusal(long bytes, String limit, long value) {
        String available = limit + " without the tenth for callers below their share";
        return refusal(Reason.CALLER_FULL, bytes, available, value - value / StoreLimits.RESERVE_DIVISOR);
    }

    private static StoreException refusal(Reason reason, long bytes, String limit, long value) {
        return new StoreException(reason, bytes + " bytes do not fit: " + limit + " is " + value);
    }

    private Snapshot createSnapshot(SnapshotId id, SnapshotMetadata snapshotMetadata, Instant takenAt) {
        List<Segment> segments = new ArrayList<>();
        long offset = 0;
        for (int length : snapshotMetadata.lengths()) {
            segments.add(new ChunkedSegment(chunks, id, snapshotMetadata.chunkBytes(), offset, length));
            offset += length;
        }
        return new Snapshot(id, snapshotMetadata.origin(), takenAt, snapshotMetadata.notes(), segments);
    }

    @Override
    public @Nullable Snapshot find(SnapshotId id) {
        if (isClosed) {
            return null;
        }
        SnapshotIndex.Reply reply = deleteRemoved(snapshotIndex.executeWithViews(RedisScript.FIND, id));
        if (!reply.status().equals("OK")) {
            return null;
        }
        SnapshotMetadata snapshotMetadata = SnapshotMetadata.decode(reply.bytes(0));
        long extension = reply.number(2);
        if (snapshotMetadata == null
                || (extension > 0 && !chunks.extendExpiry(id, snapshotMetadata.chunkCount(), extension))) {
            remove(id);
            return null;
        }
        return createSnapshot(id, snapshotMetadata, Instant.ofEpochMilli(reply.number(1)));
    }

    @Override
    public int addView(SnapshotId id, Slice view) {
        byte[] bytes = view.toByteArray();
        long neededBytes = bytes.length + (long) VIEW_OVERHEAD;
        SnapshotIndex.Reply reply = deleteRemoved(snapshotIndex.executeWithViews(
                RedisScript.ADD_VIEW,
                id,
                KeyDigest.hash(bytes, VIEW_DIGEST_BYTES),
                bytes,
                neededBytes,
                StoreLimits.MAX_VIEWS,
                StoreLimits.MAX_VIEW_BYTES,
                storeLimits.maxBytes(),
                storeLimits.maxBytesPerCaller(),
                storeLimits.maxSnapshots(),
                StoreLimits.PROTECTION_TIME.toMillis(),
                StoreLimits.RESERVE_DIVISOR));
        requireAdmitted(reply, neededBytes);
        return switch (reply.status()) {
            case "OK" -> (int) reply.number(0);
            case "TOO_MANY_VIEWS" ->
                throw new StoreException(
                        Reason.VIEWS_FULL, "too many views: a snapshot may have at most " + StoreLimits.MAX_VIEWS);
            case "TOO_LARGE_VIEWS" ->
                throw new StoreException(
                        Reason.VIEWS_FULL,
                        bytes.length + " bytes of a view and " + reply.number(0)
                                + " bytes of other views: a snapshot may have at most " + StoreLimits.MAX_VIEW_BYTES);
            default -> throw new StoreException(Reason.GONE, "the snapshot is unknown, expired, or removed");
        };
    }

    @Override
    public @Nullable Slice findView(SnapshotId id, int number) {
        if (isClosed) {
            return null;
        }
        SnapshotIndex.Reply reply = deleteRemoved(snapshotIndex.executeWithViews(RedisScript.FIND_VIEW, id, number));
        return reply.status().equals("OK") ? Slice.of(reply.bytes(0)) : null;
    }

    @Override
    public void remove(SnapshotId id) {
        if (!isClosed) {
            deleteRemoved(snapshotIndex.execute(RedisScript.REMOVE, id.toString()));
        }
    }

    /** Deletes the snapshot atomically, because another process may be adding a view. */
    @Override
    public boolean removeIfWithoutViews(SnapshotId id) {
        return isClosed
                || deleteRemoved(snapshotIndex.execute(RedisScript.REMOVE, id.toString(), "unviewed"))
                        .status()
                        .equals("OK");
    }

    private void tryToRemove(SnapshotId id) {
        try {
            remove(id);
        } catch (StoreException e) {
            // the reservation expires by itself
        }
    }

    /** Returns the current usage, or the last known one if Redis is unavailable. */
    @Override
    public StoreUsage usage() {
        if (!isClosed) {
            try {
                fetchUsage();
            } catch (StoreException e) {
                return lastUsage;
            }
        }
        return lastUsage;
    }

    /**
     * Fetches the current usage from Redis.
     *
     * @throws StoreException if Redis is unavailable
     */
    public StoreUsage fetchUsage() {
        SnapshotIndex.Reply reply = deleteRemoved(snapshotIndex.execute(RedisScript.USAGE));
        lastUsage = new StoreUsage((int) reply.number(0), reply.number(1), storeLimits.maxBytes());
        return lastUsage;
    }

    /**
     * Returns the current failure, or null if there is none. Contacts Redis if no command has finished for a second.
     */
    @Override
    public @Nullable String diagnose() {
        if (redisCommands.isIdle()) {
            usage();
        }
        String error = redisCommands.lastError();
        return error == null ? bestEffortCommands.diagnose() : error;
    }

    @Override
    public Instant now() {
        return clock == null ? Instant.now() : clock.instant();
    }

    @Override
    public String describe() {
        return "redis at " + settings.address().nodes().get(0) + ", " + (storeLimits.maxBytes() >> 20) + " MB";
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            redisCommands.close();
        }
    }

    /** Deletes the contents of the snapshots that a script removed, and returns its reply. */
    private SnapshotIndex.Reply deleteRemoved(SnapshotIndex.Reply reply) {
        deleteContents(reply.removed());
        return reply;
    }

    private void deleteContents(List<SnapshotIndex.RemovedSnapshot> removed) {
        try {
            removed.forEach(snapshot -> chunks.remove(snapshot.id(), snapshot.chunks()));
        } catch (StoreException e) {
            // the keys expire by themselves
        }
    }

    private static long toMillis(Duration duration) {
        if (duration.toSeconds() > MAX_MILLIS / 1000) {
            return MAX_MILLIS;
        }
        return Math.max(1, duration.toMillis());
    }
}
