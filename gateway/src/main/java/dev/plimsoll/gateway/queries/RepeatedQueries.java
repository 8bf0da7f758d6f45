package dev.plimsoll.gateway.queries;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.QueryPattern;
import dev.plimsoll.stored.ParameterType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Counts of the queries that callers write, by tool. It holds queries without their literals, in memory, up to a limit.
 * Thread-safe.
 */
public final class RepeatedQueries {

    private static final int MAX_ENTRIES = 2_000;

    private record Key(String server, String tool, QueryPattern pattern) {}

    /**
     * Count of a query.
     *
     * @param count number of uses
     * @param last time of the last use
     */
    public record Entry(String server, String tool, QueryPattern pattern, long count, Instant last) {}

    private final InstantSource clock;
    private final int maxEntries;
    private final Map<Key, Entry> entries = new HashMap<>();

    public RepeatedQueries(InstantSource clock) {
        this(clock, MAX_ENTRIES);
    }

    RepeatedQueries(InstantSource clock, int maxEntries) {
        this.clock = clock;
        this.maxEntries = maxEntries;
    }

    /** Counts a use of a query. One that has no pattern is not counted. */
    public void add(String server, String tool, String query, Slice args) {
        QueryPattern pattern = QueryPattern.of(query, types(args));
        if (pattern == null) {
            return;
        }
        Key key = new Key(server, tool, pattern);
        Instant now = clock.instant();
        synchronized (entries) {
            Entry before = entries.get(key);
            if (before == null && entries.size() >= maxEntries) {
                removeLeastUsed();
            }
            entries.put(key, new Entry(server, tool, pattern, before == null ? 1 : before.count + 1, now));
        }
    }

    private void removeLeastUsed() {
        entries.entrySet().stream()
                .min(Comparator.comparingLong((Map.Entry<Key, Entry> entry) -> entry.getValue().count)
                        .thenComparing(entry -> entry.getValue().last))
                .ifPresent(least -> entries.remove(least.getKey()));
    }

    private static Map<String, String> types(Slice args) {
        Map<String, String> types = new LinkedHashMap<>();
        Members members = Members.of(args);
        while (members.next()) {
            JsonType type = members.type();
            types.put(
                    members.keyText(),
                    (type == JsonType.NULL ? ParameterType.STRING.name() : type.name()).toLowerCase(Locale.ROOT));
        }
        return types;
    }

    /** Returns the queries that were used at least twice, the most used first. */
    public List<Entry> repeated() {
        synchronized (entries) {
            return entries.values().stream()
                    .filter(entry -> entry.count > 1)
                    .sorted(Comparator.comparingLong(Entry::count)
                            .thenComparing(Entry::last)
                            .reversed())
                    .toList();
        }
    }
}
