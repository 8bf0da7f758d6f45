package dev.plimsoll.redis;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.json.Slice;
import dev.plimsoll.rate.RateStore;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.store.KeepRequest;
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
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A store in Redis or Valkey, which any number of processes on any number of machines can share. It uses Redis's clock, so
 * their clocks need not agree. It never waits longer than its timeout for one reply. While Redis is unavailable, calls fail;
 * the store recovers by itself.
 */
public final class RedisStore implements SnapshotStore {

    /** The estimated overhead of a snapshot in the index, in bytes. */
    private static final int OVERHEAD = 1024;

    /** The estimated overhead of a chunk: its key. */
    private static final int CHUNK_OVERHEAD = 128;

    /** The estimated overhead of a view: two hash entries. */
    private static final int VIEW_OVERHEAD = 256;

    /** The number of attempts, each with a new ID. */
    private static final int ATTEMPTS = 3;

    private static final int VIEW_BYTES = 32;
    private static final long WRITING = Duration.ofMinutes(5).toMillis();
    /** Maximum milliseconds for writing with an external clock, which may jump ahead during that time. */
    private static final long WRITING_BY_OTHER_CLOCKS = Duration.ofDays(1).toMillis();

    private static final long SPARE = Duration.ofMinutes(1).toMillis();
    private static final long LONGEST = 1L << 41;

    private final RedisSettings settings;
    private final StoreLimits storeLimits;
    private final RandomGenerator ids;
    private final RedisCommands redisCommands;
    private final RedisKeyNames redisKeyNames;
    private final BestEffortCommands bestEffortCommands;
    private final SnapshotIndex snapshotIndex;
    private final Chunks chunks;
    private final @Nullable InstantSource clock;
    private volatile StoreUsage last;
    private volatile boolean closed;

    RedisStore(RedisSettings settings, StoreLimits storeLimits, @Nullable InstantSource clock, RandomGenerator ids) {
        this.settings = settings;
        this.storeLimits = storeLimits;
        this.clock = clock;
        this.ids = ids;
        this.redisCommands = new RedisCommands(settings);
        RedisKeyNames redisKeyNames = new RedisKeyNames(settings.prefix());
        this.redisKeyNames = redisKeyNames;
        this.bestEffortCommands = new BestEffortCommands(redisCommands, redisKeyNames, settings, this::millis);
        this.snapshotIndex = new SnapshotIndex(redisCommands, redisKeyNames, this::millis);
        this.chunks = new Chunks(redisCommands, redisKeyNames);
        this.last = new StoreUsage(0, 0, storeLimits.maxBytes());
    }

    /**
     * Creates a store. It connects on first use, so opening never fails.
     *
     * @param storeLimits the limits of all processes that share the store; use the same in each of them
     * @param ids the source of IDs: a {@link java.security.SecureRandom} outside of tests
     */
    public static RedisStore open(RedisSettings settings, StoreLimits storeLimits, RandomGenerator ids) {
        return new RedisStore(settings, storeLimits, null, ids);
    }

    /** Returns the time to pass to Redis, or -1 to use Redis's own clock. */
    private long millis() {
        return clock == null ? -1 : clock.millis();
    }

    /**
     * Returns the token totals of sessions, shared by all processes that use this Redis. They use this store's connections, and
     * are closed with it.
     */
    public SessionLedger sessions(Duration idle) {
        return new RedisSessionLedger(bestEffortCommands, redisKeyNames, idle);
    }

    /**
     * Returns the rates, shared by all processes that use this Redis. They use this store's connections, and are closed with
     * it.
     */
    public RateStore rates() {
        return new RedisRates(bestEffortCommands, redisKeyNames);
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
    public Snapshot keep(KeepRequest keepRequest) {
        SnapshotMetadata snapshotMetadata = SnapshotMetadata.of(keepRequest, settings.maxValueBytes());
        byte[] encoded = snapshotMetadata.encoded();
        long cost = OVERHEAD
                + encoded.length
                + snapshotMetadata.bytes()
                + (long) CHUNK_OVERHEAD * snapshotMetadata.chunks();
        new StoreDemand(keepRequest.origin().caller(), cost, 1, null).requirePossible(storeLimits);
        for (int i = 0; i < ATTEMPTS; i++) {
            SnapshotId id = newId();
            try {
                Instant taken = kept(keepRequest, snapshotMetadata, encoded, cost, id);
                if (taken != null) {
                    return snapshot(id, snapshotMetadata, taken);
                }
            } catch (StoreException e) {
                if (i == ATTEMPTS - 1 || !RedisErrorText.noMemory(e) || !gaveUpIdle(cost)) {
                    throw e;
                }
            }
        }
        throw new StoreException(
                Reason.FAILED, "writing " + snapshotMetadata.bytes() + " bytes to Redis takes too long");
    }

    /** Evicts idle snapshots if Redis has less memory than the limits allow. Returns false if none may be evicted. */
    private boolean gaveUpIdle(long bytes) {
        return said(snapshotIndex.ask(RedisScript.IDLE, bytes, StoreLimits.PROTECTED.toMillis()))
                        .number(0)
                > 0;
    }

    private SnapshotId newId() {
        synchronized (ids) {
            return SnapshotId.random(ids); // not every random generator is thread-safe
        }
    }

    /**
     * Writes the contents first and then the entry, so that no process sees an incomplete snapshot. Returns null if writing
     * took so long that the reservation expired.
     */
    private @Nullable Instant kept(
            KeepRequest keepRequest, SnapshotMetadata snapshotMetadata, byte[] encoded, long cost, SnapshotId id) {
        long ttl = millis(keepRequest.ttl());
        long maxTtl = millis(keepRequest.maxTtl());
        long life = Math.min(2 * ttl, maxTtl) + SPARE;
        SnapshotIndex.Reply reserved = said(snapshotIndex.ask(
                RedisScript.RESERVE,
                id.toString(),
                encoded,
                KeyDigest.of(keepRequest.origin().caller()),
                cost,
                snapshotMetadata.chunks(),
                ttl,
                maxTtl,
                clock == null ? WRITING : WRITING_BY_OTHER_CLOCKS,
                life,
                storeLimits.maxBytes(),
                storeLimits.maxBytesPerCaller(),
                storeLimits.maxSnapshots(),
                StoreLimits.PROTECTED.toMillis()));
        requireRoom(reserved, cost);
        if (reserved.word().equals("REPEATS")) {
            throw new StoreException(Reason.FAILED, "the ID generator returned a used ID");
        }
        try {
            chunks.write(id, keepRequest.segments(), snapshotMetadata.chunkBytes(), life);
        } catch (StoreException e) {
            tryToForget(id);
            throw e;
        }
        SnapshotIndex.Reply entered = said(snapshotIndex.ask(RedisScript.ENTER, id.toString()));
        if (!entered.word().equals("OK")) {
            clear(List.of(new SnapshotIndex.Gone(id, snapshotMetadata.chunks())));
            return null;
        }
        return Instant.ofEpochMilli(entered.number(0));
    }

    private void requireRoom(SnapshotIndex.Reply reply, long bytes) {
        switch (reply.word()) {
            case "CALLER_FULL" ->
                throw refusal(Reason.CALLER_FULL, bytes, "maxBytesPerCaller", storeLimits.maxBytesPerCaller());
            case "FULL" -> throw refusal(Reason.FULL, bytes, "maxBytes", storeLimits.maxBytes());
            case "FULL_SNAPSHOTS" -> throw refusal(Reason.FULL, bytes, "maxSnapshots", storeLimits.maxSnapshots());
            default -> {
                // admitted, or a reply that the caller handles
            }
        }
    }

    private static StoreException refusal(Reason reason, long bytes, String limit, long value) {
        return new StoreException(reason, bytes + " bytes do not fit: " + limit + " is " + value);
    }

    private Snapshot snapshot(SnapshotId id, SnapshotMetadata snapshotMetadata, Instant taken) {
        List<Segment> segments = new ArrayList<>();
        long offset = 0;
        for (int length : snapshotMetadata.lengths()) {
            segments.add(new ChunkedSegment(chunks, id, snapshotMetadata.chunkBytes(), offset, length));
            offset += length;
        }
        return new Snapshot(id, snapshotMetadata.origin(), taken, snapshotMetadata.notes(), segments);
    }

    @Override
    public @Nullable Snapshot find(SnapshotId id) {
        if (closed) {
            return null;
        }
        SnapshotIndex.Reply reply = said(snapshotIndex.ask(RedisScript.USE, id));
        if (!reply.word().equals("OK")) {
            return null;
        }
        SnapshotMetadata snapshotMetadata = SnapshotMetadata.decoded(reply.bytes(0));
        long extension = reply.number(2);
        if (snapshotMetadata == null || (extension > 0 && !chunks.prolong(id, snapshotMetadata.chunks(), extension))) {
            forget(id);
            return null;
        }
        return snapshot(id, snapshotMetadata, Instant.ofEpochMilli(reply.number(1)));
    }

    @Override
    public int view(SnapshotId id, Slice view) {
        byte[] bytes = view.toByteArray();
        long cost = bytes.length + (long) VIEW_OVERHEAD;
        SnapshotIndex.Reply reply = said(snapshotIndex.ask(
                RedisScript.NUMBER,
                id,
                KeyDigest.of(bytes, VIEW_BYTES),
                bytes,
                cost,
                StoreLimits.MAX_VIEWS,
                StoreLimits.MAX_VIEW_BYTES,
                storeLimits.maxBytes(),
                storeLimits.maxBytesPerCaller(),
                storeLimits.maxSnapshots(),
                StoreLimits.PROTECTED.toMillis()));
        requireRoom(reply, cost);
        return switch (reply.word()) {
            case "OK" -> (int) reply.number(0);
            case "TOO_MANY_VIEWS" ->
                throw new StoreException(
                        Reason.VIEWS_FULL, "too many views: a snapshot may have at most " + StoreLimits.MAX_VIEWS);
            case "TOO_LARGE_VIEWS" ->
                throw new StoreException(
                        Reason.VIEWS_FULL,
                        bytes.length + " bytes of a view and " + reply.number(0)
                                + " of others: a snapshot may have at most " + StoreLimits.MAX_VIEW_BYTES);
            default -> throw new StoreException(Reason.GONE, "the snapshot is unknown, expired, or removed");
        };
    }

    @Override
    public @Nullable Slice view(SnapshotId id, int number) {
        if (closed) {
            return null;
        }
        SnapshotIndex.Reply reply = said(snapshotIndex.ask(RedisScript.VIEW, id, number));
        return reply.word().equals("OK") ? Slice.of(reply.bytes(0)) : null;
    }

    @Override
    public void forget(SnapshotId id) {
        if (!closed) {
            said(snapshotIndex.ask(RedisScript.FORGET, id.toString()));
        }
    }

    /** Deletes the snapshot atomically, because another process may be adding a view. */
    @Override
    public boolean forgetUnviewed(SnapshotId id) {
        return closed
                || said(snapshotIndex.ask(RedisScript.FORGET, id.toString(), "unviewed"))
                        .word()
                        .equals("OK");
    }

    private void tryToForget(SnapshotId id) {
        try {
            forget(id);
        } catch (StoreException e) {
            // the reservation expires by itself
        }
    }

    /** Returns the current usage, or the last known one if Redis is unavailable. */
    @Override
    public StoreUsage occupancy() {
        if (!closed) {
            try {
                look();
            } catch (StoreException e) {
                return last;
            }
        }
        return last;
    }

    /**
     * Fetches the current usage from Redis.
     *
     * @throws StoreException if Redis is unavailable
     */
    public StoreUsage look() {
        SnapshotIndex.Reply reply = said(snapshotIndex.ask(RedisScript.OCCUPANCY));
        last = new StoreUsage((int) reply.number(0), reply.number(1), storeLimits.maxBytes());
        return last;
    }

    /** Returns the current failure, or null if there is none. Contacts Redis if no command has finished for a second. */
    @Override
    public @Nullable String trouble() {
        if (redisCommands.quiet()) {
            occupancy();
        }
        String trouble = redisCommands.trouble();
        return trouble == null ? bestEffortCommands.trouble() : trouble;
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
        if (!closed) {
            closed = true;
            redisCommands.close();
        }
    }

    /** Deletes the contents of removed snapshots, and returns the reply. */
    private SnapshotIndex.Reply said(SnapshotIndex.Reply reply) {
        clear(reply.gone());
        return reply;
    }

    private void clear(List<SnapshotIndex.Gone> removed) {
        try {
            removed.forEach(one -> chunks.remove(one.id(), one.chunks()));
        } catch (StoreException e) {
            // the keys expire by themselves
        }
    }

    private static long millis(Duration duration) {
        if (duration.toSeconds() > LONGEST / 1000) {
            return LONGEST;
        }
        return Math.max(1, duration.toMillis());
    }
}
