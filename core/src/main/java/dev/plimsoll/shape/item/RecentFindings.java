package dev.plimsoll.shape.item;

import dev.plimsoll.query.QueryOutputs;
import dev.plimsoll.search.SearchMatches;
import dev.plimsoll.search.rank.PassageIndex;
import dev.plimsoll.search.rank.RankedPassages;
import dev.plimsoll.shape.DocumentPart;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Cache of what the latest searches, queries, and outlines found in a stored result. Thread-safe. */
final class RecentFindings {

    /** Maximum number of searches and queries in memory; each may take as much memory as an index. */
    private static final int MAX_CACHED_SEARCHES = 2;

    /**
     * Maximum number of outlines and statistics in memory: an outline also needs the statistics of its part and of
     * its list.
     */
    private static final int MAX_CACHED_OUTLINES = 3 * MAX_CACHED_SEARCHES;

    private static final long MAX_CACHED_OUTPUT_BYTES = 64 << 10;
    private static final long BYTES_PER_OUTPUT = 32;

    private final RecentValues<OutlineKey, Object> outlines = new RecentValues<>(MAX_CACHED_OUTLINES);
    private final RecentValues<RangeKey, PassageIndex> passages = new RecentValues<>(1);
    /** Locks for building indexes. Each part has one of them, so that most parts do not wait for each other. */
    private final List<Lock> passageLocks =
            Stream.<Lock>generate(ReentrantLock::new).limit(8).toList();

    private final RecentValues<SearchKey, RankedPassages> ranks = new RecentValues<>(MAX_CACHED_SEARCHES);
    private final RecentValues<SearchKey, SearchMatches> matches = new RecentValues<>(MAX_CACHED_SEARCHES);
    private final RecentValues<SearchKey, QueryOutputs> outputs = new RecentValues<>(MAX_CACHED_SEARCHES);

    QueryOutputs getOrComputeOutputs(DocumentPart part, String query, Supplier<QueryOutputs> finder) {
        return outputs.getOrCompute(
                new SearchKey(RangeKey.of(part), query),
                finder,
                queryOutputs -> ownBytes(queryOutputs, part)
                        <= MAX_CACHED_OUTPUT_BYTES + part.bytes().length() / 2L);
    }

    /**
     * Returns the bytes of memory that outputs need: a fixed number for each output, and the bytes of
     * the outputs that are not ranges of the part.
     */
    private static long ownBytes(QueryOutputs queryOutputs, DocumentPart part) {
        long bytes = queryOutputs.count() * BYTES_PER_OUTPUT;
        for (int i = 0; i < queryOutputs.count(); i++) {
            bytes += queryOutputs.get(i).sharesBytesWith(part.bytes())
                    ? 0
                    : queryOutputs.get(i).length();
        }
        return bytes;
    }

    SearchMatches getOrComputeMatches(DocumentPart part, String searchText, Supplier<SearchMatches> finder) {
        return matches.getOrCompute(new SearchKey(RangeKey.of(part), searchText), finder);
    }

    /** Returns the index of the passages of a part. If another thread is building this index, waits for it. */
    PassageIndex getOrComputePassages(DocumentPart part, Supplier<PassageIndex> finder) {
        RangeKey key = RangeKey.of(part);
        Lock lock = passageLocks.get(Math.floorMod(key.hashCode(), passageLocks.size()));
        lock.lock();
        try {
            return passages.getOrCompute(key, finder);
        } finally {
            lock.unlock();
        }
    }

    RankedPassages getOrComputeRank(DocumentPart part, String question, Supplier<RankedPassages> finder) {
        return ranks.getOrCompute(new SearchKey(RangeKey.of(part), question), finder);
    }

    long passageBytes() {
        return passages.sum(PassageIndex::memoryBytes);
    }

    <T> T getOrCompute(DocumentPart part, Class<T> type, Supplier<T> finder) {
        return type.cast(outlines.getOrCompute(new OutlineKey(RangeKey.of(part), type), finder::get));
    }

    private record SearchKey(RangeKey range, String text) {}

    private record OutlineKey(RangeKey range, Class<?> type) {}
}
