package dev.plimsoll.redis;

import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.Held;
import dev.plimsoll.json.Slice;
import dev.plimsoll.rate.Rates;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.store.Demand;
import dev.plimsoll.store.Keep;
import dev.plimsoll.store.Limits;
import dev.plimsoll.store.Occupancy;
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
    private final Limits limits;
    private final RandomGenerator ids;
    private final Wire wire;
    private final Names names;
    private final Figures figures;
    private final Index index;
    private final Chunks chunks;
    private final @Nullable InstantSource clock;
    private volatile Occupancy last;
    private volatile boolean closed;

    RedisStore(RedisSettings settings, Limits limits, @Nullable InstantSource clock, RandomGenerator ids) {
        this.settings = settings;
        this.limits = limits;
        this.clock = clock;
        this.ids = ids;
        this.wire = new Wire(settings);
        Names names = new Names(settings.prefix());
        this.names = names;
        this.figures = new Figures(wire, names, settings, this::millis);
        this.index = new Index(wire, names, this::millis);
        this.chunks = new Chunks(wire, names);
        this.last = new Occupancy(0, 0, limits.maxBytes());
    }

    /**
     * A store there. Connects when it is first used, so opening never fails.
     *
     * @param limits for all who share it: everybody should have the same
     * @param ids where ids come from: a {@link java.security.SecureRandom} outside of tests
     */
    public static RedisStore open(RedisSettings settings, Limits limits, RandomGenerator ids) {
        return new RedisStore(settings, limits, null, ids);
    }

    /** The time that is handed to Redis; none where its own is used. */
    private long millis() {
        return clock == null ? -1 : clock.millis();
    }

    /** What sessions have cost, for all who share this Redis: over the same connections, and closed with this. */
    public SessionLedger sessions(Duration idle) {
        return new RedisSessionLedger(figures, names, idle);
    }

    /** How often somebody does something, for all who share this Redis: over the same connections, and closed with this. */
    public Rates rates() {
        return new RedisRates(figures, names);
    }

    /**
     * Which results that are kept here answer which calls, for all who share this Redis: over the same connections, and closed
     * with this.
     *
     * @param limits for all together: everybody should have the same
     * @param gone gets each entry that was found to be over, or made way, by this process
     */
    public CacheIndex responses(CacheLimits limits, Consumer<Held> gone) {
        return new RedisCacheIndex(figures, names, limits, clock == null ? InstantSource.system() : clock, gone);
    }

    @Override
    public Snapshot keep(Keep keep) {
        Head head = Head.of(keep, settings.maxValueBytes());
        byte[] encoded = head.encoded();
        long cost = OVERHEAD + encoded.length + head.bytes() + (long) CHUNK_OVERHEAD * head.chunks();
        new Demand(keep.origin().caller(), cost, 1, null).requirePossible(limits);
        for (int i = 0; i < ATTEMPTS; i++) {
            SnapshotId id = newId();
            try {
                Instant taken = kept(keep, head, encoded, cost, id);
                if (taken != null) {
                    return snapshot(id, head, taken);
                }
            } catch (StoreException e) {
                if (i == ATTEMPTS - 1 || !Trouble.noMemory(e) || !gaveUpIdle(cost)) {
                    throw e;
                }
            }
        }
        throw new StoreException(Reason.FAILED, "writing " + head.bytes() + " bytes to Redis takes too long");
    }

    /** Makes room in a Redis that has less of it than the limits say; false when nothing may go. */
    private boolean gaveUpIdle(long bytes) {
        return said(index.ask(Script.IDLE, bytes, Limits.PROTECTED.toMillis())).number(0) > 0;
    }

    private SnapshotId newId() {
        synchronized (ids) {
            return SnapshotId.random(ids); // not every source is safe for use by many threads
        }
    }

    /** Bytes first, then the entry: nobody sees half of it. Null when writing took so long that its place was given away. */
    private @Nullable Instant kept(Keep keep, Head head, byte[] encoded, long cost, SnapshotId id) {
        long ttl = millis(keep.ttl());
        long maxTtl = millis(keep.maxTtl());
        long life = Math.min(2 * ttl, maxTtl) + SPARE;
        Index.Reply reserved = said(index.ask(
                Script.RESERVE,
                id.toString(),
                encoded,
                Digest.of(keep.origin().caller()),
                cost,
                head.chunks(),
                ttl,
                maxTtl,
                clock == null ? WRITING : WRITING_BY_OTHER_CLOCKS,
                life,
                limits.maxBytes(),
                limits.maxBytesPerCaller(),
                limits.maxSnapshots(),
                Limits.PROTECTED.toMillis()));
        requireRoom(reserved, cost);
        if (reserved.word().equals("REPEATS")) {
            throw new StoreException(Reason.FAILED, "the source of ids repeats itself");
        }
        try {
            chunks.write(id, keep.segments(), head.chunkBytes(), life);
        } catch (StoreException e) {
            tryToForget(id);
            throw e;
        }
        Index.Reply entered = said(index.ask(Script.ENTER, id.toString()));
        if (!entered.word().equals("OK")) {
            clear(List.of(new Index.Gone(id, head.chunks())));
            return null;
        }
        return Instant.ofEpochMilli(entered.number(0));
    }

    private void requireRoom(Index.Reply reply, long bytes) {
        switch (reply.word()) {
            case "CALLER_FULL" ->
                throw refusal(Reason.CALLER_FULL, bytes, "maxBytesPerCaller", limits.maxBytesPerCaller());
            case "FULL" -> throw refusal(Reason.FULL, bytes, "maxBytes", limits.maxBytes());
            case "FULL_SNAPSHOTS" -> throw refusal(Reason.FULL, bytes, "maxSnapshots", limits.maxSnapshots());
            default -> {
                // there is room, or something else is said
            }
        }
    }

    private static StoreException refusal(Reason reason, long bytes, String limit, long value) {
        return new StoreException(reason, bytes + " bytes to keep do not fit: " + limit + " is " + value);
    }

    private Snapshot snapshot(SnapshotId id, Head head, Instant taken) {
        List<Segment> segments = new ArrayList<>();
        long offset = 0;
        for (int length : head.lengths()) {
            segments.add(new ChunkedSegment(chunks, id, head.chunkBytes(), offset, length));
            offset += length;
        }
        return new Snapshot(id, head.origin(), taken, head.notes(), segments);
    }

    @Override
    public @Nullable Snapshot find(SnapshotId id) {
        if (closed) {
            return null;
        }
        Index.Reply reply = said(index.ask(Script.USE, id));
        if (!reply.word().equals("OK")) {
            return null;
        }
        Head head = Head.decoded(reply.bytes(0));
        long longer = reply.number(2);
        if (head == null || (longer > 0 && !chunks.prolong(id, head.chunks(), longer))) {
            forget(id);
            return null;
        }
        return snapshot(id, head, Instant.ofEpochMilli(reply.number(1)));
    }

    @Override
    public int view(SnapshotId id, Slice view) {
        byte[] bytes = view.toByteArray();
        long cost = bytes.length + (long) VIEW_OVERHEAD;
        Index.Reply reply = said(index.ask(
                Script.NUMBER,
                id,
                Digest.of(bytes, VIEW_BYTES),
                bytes,
                cost,
                Limits.MAX_VIEWS,
                Limits.MAX_VIEW_BYTES,
                limits.maxBytes(),
                limits.maxBytesPerCaller(),
                limits.maxSnapshots(),
                Limits.PROTECTED.toMillis()));
        requireRoom(reply, cost);
        return switch (reply.word()) {
            case "OK" -> (int) reply.number(0);
            case "TOO_MANY_VIEWS" ->
                throw new StoreException(Reason.VIEWS_FULL, "one more view: a snapshot may have " + Limits.MAX_VIEWS);
            case "TOO_LARGE_VIEWS" ->
                throw new StoreException(
                        Reason.VIEWS_FULL,
                        bytes.length + " bytes of a view and " + reply.number(0) + " of others: a snapshot may have "
                                + Limits.MAX_VIEW_BYTES);
            default -> throw new StoreException(Reason.GONE, "the snapshot is unknown, expired or forgotten");
        };
    }

    @Override
    public @Nullable Slice view(SnapshotId id, int number) {
        if (closed) {
            return null;
        }
        Index.Reply reply = said(index.ask(Script.VIEW, id, number));
        return reply.word().equals("OK") ? Slice.of(reply.bytes(0)) : null;
    }

    @Override
    public void forget(SnapshotId id) {
        if (!closed) {
            said(index.ask(Script.FORGET, id.toString()));
        }
    }

    /** In one step: another process may be making a view of it. */
    @Override
    public boolean forgetUnviewed(SnapshotId id) {
        return closed
                || said(index.ask(Script.FORGET, id.toString(), "unviewed"))
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
    public Occupancy occupancy() {
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
    public Occupancy look() {
        Index.Reply reply = said(index.ask(Script.OCCUPANCY));
        last = new Occupancy((int) reply.number(0), reply.number(1), limits.maxBytes());
        return last;
    }

    /** Asks Redis when nobody has done so for a second. */
    @Override
    public @Nullable String trouble() {
        if (wire.quiet()) {
            occupancy();
        }
        String trouble = wire.trouble();
        return trouble == null ? figures.trouble() : trouble;
    }

    @Override
    public Instant now() {
        return clock == null ? Instant.now() : clock.instant();
    }

    @Override
    public String describe() {
        return "redis at " + settings.address().nodes().get(0) + ", " + (limits.maxBytes() >> 20) + " MB";
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            wire.close();
        }
    }

    /** The reply, when the bytes of what is gone have been cleared away. */
    private Index.Reply said(Index.Reply reply) {
        clear(reply.gone());
        return reply;
    }

    private void clear(List<Index.Gone> gone) {
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
