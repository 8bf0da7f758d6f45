package dev.plimsoll.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.CacheUsage;
import dev.plimsoll.cache.Drop;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cache index in Redis. Only scripts change it, so an entry that one process drops is never found by another. Keys are
 * digests, so callers cannot be identified from them.
 */
final class RedisCacheIndex implements CacheIndex {

    /** The most distinct drops that are remembered. If more occur while a result is computed, the result is not stored. */
    private static final int MOST_DROPS = 256;

    /** The most entries dropped in one step, because Redis runs nothing else during a script. */
    static final int AT_A_TIME = 500;

    private static final byte[] ANY = {};

    private final BestEffortCommands bestEffortCommands;
    private final RedisKeyNames redisKeyNames;
    private final CacheLimits limits;
    private final InstantSource clock;
    private final Consumer<CacheEntry> gone;

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
        this.gone = onRemoved;
    }

    /** The reply of a script. The listener has been notified of removed entries before. */
    private record Reply(String word, List<?> more) {

        byte[] bytes(int at) {
            return more.get(at) instanceof byte[] bytes ? bytes : ANY;
        }

        String text(int at) {
            return new String(bytes(at), UTF_8);
        }

        long number(int at) {
            return Long.parseLong(text(at));
        }
    }

    private Reply ask(RedisScript redisScript, Object... arguments) {
        Object raw = bestEffortCommands.ask(redisScript, redisKeyNames.responses, arguments);
        if (!(raw instanceof List<?> list) || list.size() < 2 || !(list.get(0) instanceof byte[] word)) {
            throw new StoreException(Reason.FAILED, "Redis returned an unexpected reply to a script");
        }
        if (list.get(1) instanceof List<?> removedEntries) {
            for (Object each : removedEntries) {
                CacheEntry cacheEntry =
                        each instanceof byte[] text ? CacheEntryText.parsed(new String(text, UTF_8)) : null;
                if (cacheEntry != null) {
                    gone.accept(cacheEntry);
                }
            }
        }
        return new Reply(new String(word, UTF_8), list.subList(2, list.size()));
    }

    private static String id(CacheKey key) {
        // each part is preceded by its length, so that different keys never produce the same text
        StringBuilder text = new StringBuilder();
        for (String part : List.of(key.caller(), key.server(), key.tool(), key.arguments())) {
            text.append(part.length()).append(':').append(part);
        }
        return KeyDigest.of(text.toString().getBytes(UTF_8), 32);
    }

    private static String subject(CacheKey key) {
        return KeyDigest.of(key.subject());
    }

    @Override
    public @Nullable CacheEntry find(CacheKey key) {
        Reply reply = ask(RedisScript.RESPONSE_FIND, id(key));
        CacheEntry cacheEntry = reply.word().equals("OK") ? CacheEntryText.parsed(reply.text(0)) : null;
        return cacheEntry == null
                ? null
                : CacheEntryText.aged(cacheEntry, Duration.ofMillis(reply.number(1)), clock.instant());
    }

    @Override
    public long mark(String server) {
        return ask(RedisScript.RESPONSE_MARK).number(0);
    }

    @Override
    public boolean isStale(CacheKey key, long mark) {
        return !ask(RedisScript.RESPONSE_STALE, mark, WideText.of(key.server()), WideText.of(key.tool()), subject(key))
                .word()
                .equals("OK");
    }

    @Override
    public boolean put(CacheKey key, CacheEntry cacheEntry, long mark) {
        Instant now = clock.instant();
        long life = Duration.between(now, cacheEntry.until()).toMillis();
        boolean fits = cacheEntry.bytes() <= limits.callerBytes() && cacheEntry.bytes() <= limits.maxBytes();
        if (!fits || life <= 0) {
            return false;
        }
        try {
            return ask(
                            RedisScript.RESPONSE_PUT,
                            mark,
                            WideText.of(key.server()),
                            WideText.of(key.tool()),
                            subject(key),
                            id(key),
                            KeyDigest.of(key.caller()),
                            CacheEntryText.of(cacheEntry),
                            cacheEntry.bytes(),
                            cacheEntry.age(now).toMillis(),
                            life,
                            limits.maxEntries(),
                            limits.maxBytes(),
                            limits.callerEntries(),
                            limits.callerBytes())
                    .word()
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
        ask(RedisScript.RESPONSE_REMOVE, id(key), cacheEntry.id().toString());
    }

    @Override
    public int drop(Drop pattern) {
        int dropped = 0;
        Dropped step;
        do {
            step = dropSome(pattern);
            dropped += step.entries();
        } while (step.more());
        return dropped;
    }

    /** Drops a part of the entries. From then on, none of them is found. */
    Dropped dropSome(Drop pattern) {
        String caller = pattern.caller();
        Reply reply = ask(
                RedisScript.RESPONSE_DROP,
                glob(pattern.server()),
                glob(pattern.tool()),
                caller == null ? "" : KeyDigest.of(caller),
                MOST_DROPS,
                AT_A_TIME);
        return new Dropped((int) reply.number(0), reply.word().equals("MORE"));
    }

    record Dropped(int entries, boolean more) {}

    /** Encodes a glob. Null becomes empty bytes, which differs from a glob that matches only the empty name. */
    private static byte[] glob(@Nullable String glob) {
        return glob == null ? ANY : WideText.marked(glob);
    }

    @Override
    public Set<Tool> tools() {
        Reply reply = ask(RedisScript.RESPONSE_TOOLS);
        Set<Tool> tools = new HashSet<>();
        for (int i = 0; i + 1 < reply.more().size(); i += 2) {
            tools.add(new Tool(WideText.text(reply.bytes(i)), WideText.text(reply.bytes(i + 1))));
        }
        return tools;
    }

    @Override
    public CacheUsage usage() {
        Reply reply = ask(RedisScript.RESPONSE_USAGE);
        return new CacheUsage((int) reply.number(0), reply.number(1), reply.number(2));
    }

    @Override
    public boolean shared() {
        return true;
    }
}
