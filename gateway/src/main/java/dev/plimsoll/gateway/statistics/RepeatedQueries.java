package dev.plimsoll.gateway.statistics;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.QueryPattern;
import dev.plimsoll.stored.ParameterType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the queries that callers write, by tool. Stores a limited number of queries, without their literals, in
 * a file in the data folder. Thread-safe.
 */
public final class RepeatedQueries implements AutoCloseable {

    private static final int MAX_ENTRIES = 2_000;

    /** Shortest time between two saves. If the process crashes, the counts since the last save are lost. */
    private static final Duration SAVE_INTERVAL = Duration.ofMinutes(1);

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
    private final QueryFile file;
    private final Duration retention;
    private final Map<Key, Entry> entries = new HashMap<>();
    private final ReentrantLock saveLock = new ReentrantLock();
    private boolean isLoaded;
    private boolean isChanged;
    private Instant nextSaveTime = Instant.MIN;

    /**
     * Creates the counts of a data folder. The file is read on first use.
     *
     * @param retention how long a query is kept after its last use
     */
    public static RepeatedQueries ofFolder(Path folder, Duration retention, InstantSource clock, Log log) {
        return new RepeatedQueries(new QueryFile(folder, log), retention, clock, MAX_ENTRIES);
    }

    RepeatedQueries(QueryFile file, Duration retention, InstantSource clock, int maxEntries) {
        this.file = file;
        this.retention = retention;
        this.clock = clock;
        this.maxEntries = maxEntries;
    }

    /**
     * Counts a use of a query. Does nothing if the query has no pattern, or its pattern is too long for the
     * file.
     *
     * @param args the values of the query's variables; only their types are stored
     */
    public void add(String server, String tool, String query, Slice args) {
        QueryPattern pattern = QueryPattern.of(query, typesOf(args));
        if (pattern == null) {
            return;
        }
        Key key = new Key(server, tool, pattern);
        Instant now = clock.instant();
        boolean isDue;
        synchronized (entries) {
            load();
            Entry oldEntry = entries.get(key);
            Entry newEntry = new Entry(server, tool, pattern, oldEntry == null ? 1 : oldEntry.count + 1, now);
            if (oldEntry == null && !QueryFile.isShortEnough(newEntry)) {
                return;
            }
            if (oldEntry == null && entries.size() >= maxEntries) {
                removeLeastUsed();
            }
            entries.put(key, newEntry);
            isChanged = true;
            isDue = !now.isBefore(nextSaveTime);
            nextSaveTime = isDue ? now.plus(SAVE_INTERVAL) : nextSaveTime;
        }
        if (isDue) {
            Thread.ofVirtual().name("plimsoll-queries").start(this::save);
        }
    }

    private void load() {
        if (isLoaded) {
            return;
        }
        isLoaded = true;
        Instant now = clock.instant();
        for (Entry entry : file.load()) {
            if (entries.size() < maxEntries) {
                // a time in the future, from a clock that was wrong, would keep the entry forever
                Instant last = entry.last.isAfter(now) ? now : entry.last;
                entries.put(
                        new Key(entry.server, entry.tool, entry.pattern),
                        new Entry(entry.server, entry.tool, entry.pattern, entry.count, last));
            }
        }
        removeOld();
    }

    private void removeOld() {
        Instant oldest = clock.instant().minus(retention);
        entries.values().removeIf(entry -> entry.last.isBefore(oldest));
    }

    private void save() {
        saveLock.lock();
        try {
            List<Entry> copy;
            synchronized (entries) {
                if (!isChanged) {
                    return;
                }
                isChanged = false;
                removeOld();
                copy = List.copyOf(entries.values());
            }
            file.save(copy);
        } finally {
            saveLock.unlock();
        }
    }

    /** Saves the counts that are not saved yet. */
    @Override
    public void close() {
        save();
    }

    private void removeLeastUsed() {
        entries.entrySet().stream()
                .min(Comparator.comparingLong((Map.Entry<Key, Entry> entry) -> entry.getValue().count)
                        .thenComparing(entry -> entry.getValue().last))
                .ifPresent(leastUsed -> entries.remove(leastUsed.getKey()));
    }

    private static Map<String, String> typesOf(Slice args) {
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
            load();
            removeOld();
            return entries.values().stream()
                    .filter(entry -> entry.count > 1)
                    .sorted(Comparator.comparingLong(Entry::count)
                            .thenComparing(Entry::last)
                            .reversed())
                    .toList();
        }
    }
}
