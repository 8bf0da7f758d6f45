package dev.plimsoll.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.CacheUsage;
import dev.plimsoll.cache.DropPattern;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cache index in Redis. Only scripts change it, so an entry that one process drops is never found by another. Keys are
 * digests, so callers cannot be identified from them.
 */
final class RedisCacheIndex implements CacheIndex {

    /**
     * The maximum number of distinct drops that are remembered. If more drops occur while a result is
     * computed, the result is not stored, because a forgotten drop may apply to it.
     */
    private static final int MAX_DROPS = 256;

    /** The maximum number of entries dropped in one step, because Redis runs nothing else during a script. */
    static final int MAX_ENTRIES_PER_DROP = 500;

    private static final byte[] NO_BYTES = {};
    private static final DropPattern EVERYTHING = new DropPattern(null, null, null);

    private final BestEffortCommands bestEffortCommands;
    private final RedisKeyNames redisKeyNames;
    private final CacheLimits limits;
    private final InstantSource clock;
    private final Consumer<CacheEntry> onRemoved;
    /** The highest drop number that this process knows. */
    private final AtomicLong latestDrop = new AtomicLong();

    RedisCacheIndex(
            BestEffortCommands bestEffortCommands,
            RedisKeyNames redisKeyNames,
            CacheLimits limits,
            InstantSource clock,
            Consumer<CacheEntry> onRemoved) {
        this.bestEffortCommands = bestEffortCommands;
        this.redisKeyNames = redisKeyNames;
        this.limits = limits;
        this.clock = clock;
        this.onRemoved = onRemoved;
    }

    /** The reply of a script, without the removed entries, which {@code onRemoved} has already received. */
    private record Reply(String status, List<?> values) {

        byte[] bytes(int index) {
            return values.get(index) instanceof byte[] bytes ? bytes : NO_BYTES;
        }

        String text(int index) {
            return new String(bytes(index), UTF_8);
        }

        long number(int index) {
            return Long.parseLong(text(index));
        }
    }

    private Reply execute(RedisScript redisScript, Object... arguments) {
        Object scriptReply = bestEffortCommands.execute(redisScript, redisKeyNames.responses, arguments);
        if (!(scriptReply instanceof List<?> list) || list.size() < 2 || !(list.get(0) instanceof byte[] status)) {
            throw new StoreException(Reason.FAILED, "Redis returned an unexpected reply to a script");
        }
        if (list.get(1) instanceof List<?> removedEntries) {
            for (Object each : removedEntries) {
                CacheEntry cacheEntry =
                        each instanceof byte[] text ? CacheEntryText.parse(new String(text, UTF_8)) : null;
                if (cacheEntry != null) {
                    onRemoved.accept(cacheEntry);
                }
            }
        }
        return new Reply(new String(status, UTF_8), list.subList(2, list.size()));
    }

    private static String keyDigest(CacheKey key) {
        // each part is preceded by its length, so that different keys never produce the same text
        StringBuilder text = new StringBuilder();
        for (String part : List.of(key.caller(), key.server(), key.tool(), key.arguments())) {
            text.append(part.length()).append(':').append(part);
        }
        return KeyDigest.hash(text.toString().getBytes(UTF_8), 32);
    }

    private static String subjectDigest(CacheKey key) {
        return KeyDigest.hash(key.subject());
    }

    /**
     * Returns an entry, or null if there is none. Drops everything if Redis has lost drops, because its
     * entries may then be outdated. This happens if Redis restarts with older data, or if a replica of Redis
     * becomes the master. Lost drops are recognized by a drop number that is lower than one already seen.
     */
    @Override
    public @Nullable CacheEntry find(CacheKey key) {
        long knownDrop = latestDrop.get();
        Reply reply = execute(RedisScript.RESPONSE_FIND, keyDigest(key));
        if (reply.number(0) < knownDrop) {
            drop(EVERYTHING);
            latestDrop.set(currentMark(key.server()));
            return null;
        }
        recordDrop(reply.number(0));
        CacheEntry cacheEntry = reply.status().equals("OK") ? CacheEntryText.parse(reply.text(1)) : null;
        return cacheEntry == null
                ? null
                : CacheEntryText.convertTimes(cacheEntry, Duration.ofMillis(reply.number(2)), clock.instant());
    }

    private void recordDrop(long drop) {
        latestDrop.accumulateAndGet(drop, Math::max);
    }

    @Override
    public long currentMark(String server) {
        return execute(RedisScript.RESPONSE_MARK).number(0);
    }

    @Override
    public boolean isStale(CacheKey key, long mark) {
        return !execute(
                        RedisScript.RESPONSE_STALE,
                        mark,
                        Utf16Codec.encode(key.server()),
                        Utf16Codec.encode(key.tool()),
                        subjectDigest(key))
                .status()
                .equals("OK");
    }

    @Override
    public boolean put(CacheKey key, CacheEntry cacheEntry, long mark) {
        Instant now = clock.instant();
        long lifetimeMillis = Duration.between(now, cacheEntry.expiresAt()).toMillis();
        boolean isStorable =
                cacheEntry.bytes() <= limits.maxBytesPerCaller() && cacheEntry.bytes() <= limits.maxBytes();
        if (!isStorable || lifetimeMillis <= 0) {
            return false;
        }
        try {
            return execute(
                            RedisScript.RESPONSE_PUT,
                            mark,
                            Utf16Codec.encode(key.server()),
                            Utf16Codec.encode(key.tool()),
                            subjectDigest(key),
                            keyDigest(key),
                            KeyDigest.hash(key.caller()),
                            CacheEntryText.format(cacheEntry),
                            cacheEntry.bytes(),
                            cacheEntry.age(now).toMillis(),
                            lifetimeMillis,
                            limits.maxEntries(),
                            limits.maxBytes(),
                            limits.maxEntriesPerCaller(),
                            limits.maxBytesPerCaller())
                    .status()
                    .equals("OK");
        } catch (StoreException e) {
            if (e.reason() == Reason.FULL) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public void remove(CacheKey key, CacheEntry cacheEntry) {
        // the caller's copy may have converted times, so the entry is identified by its snapshot ID
        execute(RedisScript.RESPONSE_REMOVE, keyDigest(key), cacheEntry.id().toString());
    }

    @Override
    public int drop(DropPattern pattern) {
        int dropped = 0;
        DropBatch step;
        do {
            step = dropBatch(pattern);
            dropped += step.entries();
        } while (step.hasMore());
        return dropped;
    }

    /** Drops a limited number of the matching entries. From then on, the remaining ones are not found either. */
    DropBatch dropBatch(DropPattern pattern) {
        String caller = pattern.caller();
        Reply reply = execute(
                RedisScript.RESPONSE_DROP,
                encodeGlob(pattern.server()),
                encodeGlob(pattern.tool()),
                caller == null ? "" : KeyDigest.hash(caller),
                MAX_DROPS,
                MAX_ENTRIES_PER_DROP);
        recordDrop(reply.number(0));
        return new DropBatch((int) reply.number(1), reply.status().equals("MORE"));
    }

    /** Result of one step of a drop. */
    record DropBatch(int entries, boolean hasMore) {}

    /** Encodes a glob. Null becomes empty bytes, which differs from a glob that matches only the empty name. */
    private static byte[] encodeGlob(@Nullable String glob) {
        return glob == null ? NO_BYTES : Utf16Codec.encodeMarked(glob);
    }

    @Override
    public Set<Tool> tools() {
        Reply reply = execute(RedisScript.RESPONSE_TOOLS);
        Set<Tool> tools = new HashSet<>();
        for (int i = 0; i + 1 < reply.values().size(); i += 2) {
            tools.add(new Tool(Utf16Codec.decode(reply.bytes(i)), Utf16Codec.decode(reply.bytes(i + 1))));
        }
        return tools;
    }

    @Override
    public CacheUsage usage() {
        Reply reply = execute(RedisScript.RESPONSE_USAGE);
        return new CacheUsage((int) reply.number(0), reply.number(1), reply.number(2));
    }

    @Override
    public boolean isShared() {
        return true;
    }
}
