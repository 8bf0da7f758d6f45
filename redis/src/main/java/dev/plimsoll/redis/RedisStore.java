package dev.plimsoll.redis;

import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.json.Slice;
import dev.plimsoll.rate.RateStore;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.store.StoreDemand;
import dev.plimsoll.store.KeepRequest;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.store.StoreUsage;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A store in Redis or Valkey: any number of processes on any number of machines keep together what each of them can read. The
 * time is that of Redis, so their clocks need not agree. Never waits longer than its timeout for one answer; while Redis is away
 * all calls are refused, and it comes back by itself.
 */
public final class RedisStore implements SnapshotStore {

    /** Entries of the index around a snapshot. */
    private static final int OVERHEAD = 1024;

    /** A key around a chunk. */
    private static final int CHUNK_OVERHEAD = 128;

    /** Two entries of a hash around a view. */
    private static final int VIEW_OVERHEAD = 256;

    /** Ids of those who began to write and never ended. */
    private static final int ATTEMPTS = 3;

    private static final int VIEW_BYTES = 32;
    private static final long WRITING = Duration.ofMinutes(5).toMillis();
    /** A clock that is handed in may run ahead while bytes are on their way. */
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
     * A store there. Connects when it is first used, so opening never fails.
     *
     * @param storeLimits for all who share it: everybody should have the same
     * @param ids where ids come from: a {@link java.security.SecureRandom} outside of tests
     */
    public static RedisStore open(RedisSettings settings, StoreLimits storeLimits, RandomGenerator ids) {
        return new RedisStore(settings, storeLimits, null, ids);
    }

    /** The time that is handed to Redis; none where its own is used. */
    private long millis() {
        return clock == null ? -1 : clock.millis();
    }

    /** What sessions have cost, for all who share this Redis: over the same connections, and closed with this. */
    public SessionLedger sessions(Duration idle) {
        return new RedisSessionLedger(bestEffortCommands, redisKeyNames, idle);
    }

    /** How often somebody does something, for all who share this Redis: over the same connections, and closed with this. */
    public RateStore rates() {
        return new RedisRates(bestEffortCommands, redisKeyNames);
    }

    /**
     * Which results that are kept here answer which calls, for all who share this Redis: over the same connections, and closed
     * with this.
     *
     * @param limits for all together: everybody should have the same
     * @param gone gets each entry that was found to be over, or made way, by this process
     */
    public CacheIndex responses(CacheLimits limits, Consumer<CacheEntry> gone) {
        return new RedisCacheIndex(bestEffortCommands, redisKeyNames, limits, clock == null ? InstantSource.system() : clock, gone);
    }

    @Override
    public Snapshot keep(KeepRequest keepRequest) {
        SnapshotMetadata snapshotMetadata = SnapshotMetadata.of(keepRequest, settings.maxValueBytes());
        byte[] encoded = snapshotMetadata.encoded();
        long cost = OVERHEAD + encoded.length + snapshotMetadata.bytes() + (long) CHUNK_OVERHEAD * snapshotMetadata.chunks();
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
        throw new StoreException(Reason.FAILED, "writing " + snapshotMetadata.bytes() + " bytes to Redis takes too long");
    }

    /** Makes room in a Redis that has less of it than the limits say; false when nothing may go. */
    private boolean gaveUpIdle(long bytes) {
        return said(snapshotIndex.ask(RedisScript.IDLE, bytes, StoreLimits.PROTECTED.toMillis())).number(0) > 0;
    }

    private SnapshotId newId() {
        synchronized (ids) {
            return SnapshotId.random(ids); // not every source is safe for use by many threads
        }
    }

    /** Bytes first, then the entry: nobody sees half of it. Null when writing took so long that its place was given away. */
    private @Nullable Instant kept(KeepRequest keepRequest, SnapshotMetadata snapshotMetadata, byte[] encoded, long cost, SnapshotId id) {
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
            throw new StoreException(Reason.FAILED, "the source of ids repeats itself");
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
                // there is room, or something else is said
            }
        }
    }

    private static StoreException refusal(Reason reason, long bytes, String limit, long value) {
        return new StoreException(reason, bytes + " bytes to keep do not fit: " + limit + " is " + value);
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
        long longer = reply.number(2);
        if (snapshotMetadata == null || (longer > 0 && !chunks.prolong(id, snapshotMetadata.chunks(), longer))) {
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
                throw new StoreException(Reason.VIEWS_FULL, "one more view: a snapshot may have " + StoreLimits.MAX_VIEWS);
            case "TOO_LARGE_VIEWS" ->
                throw new StoreException(
                        Reason.VIEWS_FULL,
                        bytes.length + " bytes of a view and " + reply.number(0) + " of others: a snapshot may have "
                                + StoreLimits.MAX_VIEW_BYTES);
            default -> throw new StoreException(Reason.GONE, "the snapshot is unknown, expired or forgotten");
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

    /** In one step: another process may be making a view of it. */
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
            // its reservation ends by itself
        }
    }

    /** While Redis is away, what it held last. */
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
     * Asks Redis whether it can be used, and how full the store is.
     *
     * @throws StoreException when it cannot be used
     */
    public StoreUsage look() {
        SnapshotIndex.Reply reply = said(snapshotIndex.ask(RedisScript.OCCUPANCY));
        last = new StoreUsage((int) reply.number(0), reply.number(1), storeLimits.maxBytes());
        return last;
    }

    /** Asks Redis when nobody has done so for a second. */
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

    /** The reply, when the bytes of what is gone have been cleared away. */
    private SnapshotIndex.Reply said(SnapshotIndex.Reply reply) {
        clear(reply.gone());
        return reply;
    }

    private void clear(List<SnapshotIndex.Gone> gone) {
        try {
            gone.forEach(one -> chunks.remove(one.id(), one.chunks()));
        } catch (StoreException e) {
            // they end by themselves
        }
    }

    private static long millis(Duration duration) {
        if (duration.toSeconds() > LONGEST / 1000) {
            return LONGEST;
        }
        return Math.max(1, duration.toMillis());
    }
}
