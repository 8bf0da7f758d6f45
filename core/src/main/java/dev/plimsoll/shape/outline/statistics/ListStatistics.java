package dev.plimsoll.shape.outline.statistics;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.outline.statistics.StatisticsScan.KnownList;
import dev.plimsoll.tokens.ParallelRunner;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of the items of a list. If the list is very large or not completely fetched, only a sample of
 * its items is counted. A stored result caches the latest statistics, so that a page and an outline share
 * them.
 *
 * @param items statistics of the items that were counted
 * @param counted number of these items
 * @param isComplete whether these are all items
 */
public record ListStatistics(ValueStatistics items, long counted, boolean isComplete) {

    private static final int MIN_PARALLEL_BYTES = 4 << 20;
    private static final int RANGE_BYTES = 1 << 20;
    private static final int MAX_RANGES = 16;

    /** Maximum size of a list whose items are all counted for the header of a page. */
    private static final long MAX_COUNTED_BYTES = 256L << 20;

    private static final int MAX_FETCHED_ITEMS = 100;
    private static final int MAX_FETCHED_BYTES = 32 * 1024;

    /** Returns the statistics of the items of a page. */
    public static ListStatistics of(ItemSequence itemSequence, IndexedResult indexedResult) {
        LazyRows lazyRows = itemSequence.rows();
        if (lazyRows != null) {
            return ofFetched(itemSequence, lazyRows);
        }
        DocumentPart cacheKey = cacheKey(itemSequence);
        return cacheKey == null
                ? count(itemSequence, MAX_COUNTED_BYTES, indexedResult.parallelRunner())
                : indexedResult.getOrCompute(
                        cacheKey,
                        ListStatistics.class,
                        () -> count(itemSequence, MAX_COUNTED_BYTES, indexedResult.parallelRunner()));
    }

    /**
     * Returns the statistics of a part of the document. If its main list was already counted, the list is not counted
     * again.
     */
    public static ValueStatistics ofPart(DocumentPart part, IndexedResult indexedResult) {
        return indexedResult.getOrCompute(part, ValueStatistics.class, () -> countPart(part, indexedResult));
    }

    private static ValueStatistics countPart(DocumentPart part, IndexedResult indexedResult) {
        Slice value = Json.trim(part.bytes());
        if (part.isOfType(JsonType.ARRAY)) {
            ItemSequence items = indexedResult.items(part.bytes(), part.pointer());
            ListStatistics list = items.rows() == null ? of(items, indexedResult) : null;
            return list == null || !list.isComplete
                    ? ValueStatistics.of(value)
                    : ValueStatistics.ofArray(list.items, list.counted, value.length());
        }
        KnownList knownList = part.isOfType(JsonType.OBJECT) ? knownList(part, indexedResult) : null;
        ValueStatistics statistics = ValueStatistics.create();
        new StatisticsScan(value, knownList).addTo(statistics);
        statistics.finish();
        return statistics;
    }

    private static @Nullable KnownList knownList(DocumentPart part, IndexedResult indexedResult) {
        DominantValue dominantValue = indexedResult.findDominantValue(part);
        if (dominantValue == null
                || !dominantValue.isArray()
                || !dominantValue.value().sharesBytesWith(part.bytes())) {
            return null;
        }
        JsonPointer pointer = part.pointer();
        for (String name : dominantValue.path()) {
            pointer = pointer.child(name);
        }
        ListStatistics list = of(indexedResult.items(dominantValue.value(), pointer), indexedResult);
        return list.isComplete ? new KnownList(Json.trim(dominantValue.value()), list.items, list.counted) : null;
    }

    /** Returns the bytes of all items as the key of a cache; null if they are not one range. */
    private static @Nullable DocumentPart cacheKey(ItemSequence itemSequence) {
        if (itemSequence.count() == 0) {
            return null;
        }
        Slice first = itemSequence.value(0);
        Slice last = itemSequence.value(itemSequence.count() - 1);
        return first.sharesBytesWith(last) && first.from() < last.to()
                ? new DocumentPart(new Slice(first.bytes(), first.from(), last.to()), true, JsonPointer.root())
                : null;
    }

    /**
     * Counts the items, in ranges that do not depend on the number of processors.
     *
     * @param maxBytes maximum number of bytes of all items; if they are larger, only a sample is counted
     */
    static ListStatistics count(ItemSequence itemSequence, long maxBytes, ParallelRunner parallelRunner) {
        int count = itemSequence.count();
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += itemSequence.value(i).length();
        }
        int ranges = bytes < MIN_PARALLEL_BYTES && bytes <= maxBytes
                ? 1
                : (int) Math.max(2, Math.min(MAX_RANGES, bytes / RANGE_BYTES));
        long maxBytesPerRange = bytes <= maxBytes ? Long.MAX_VALUE : maxBytes / ranges;
        ListStatistics[] parts = new ListStatistics[ranges];
        parallelRunner.runAll(
                ranges,
                range -> parts[range] = countRange(
                        itemSequence,
                        (int) ((long) count * range / ranges),
                        (int) ((long) count * (range + 1) / ranges),
                        maxBytesPerRange));
        ListStatistics total = parts[0];
        long countedItems = total.counted;
        for (int range = 1; range < ranges; range++) {
            total.items.merge(parts[range].items);
            countedItems += parts[range].counted;
        }
        total.items.finish();
        return new ListStatistics(total.items, countedItems, countedItems == count);
    }

    private static ListStatistics countRange(ItemSequence itemSequence, int from, int to, long maxBytes) {
        ValueStatistics items = ValueStatistics.create();
        long bytes = 0;
        int i = from;
        for (; i < to && bytes < maxBytes; i++) {
            Slice item = itemSequence.value(i);
            bytes += item.length();
            new StatisticsScan(item).addTo(items);
        }
        return new ListStatistics(items, i - (long) from, i == to);
    }

    /** Counts the first items of a list that is fetched on demand. */
    private static ListStatistics ofFetched(ItemSequence itemSequence, LazyRows lazyRows) {
        int maxItems = Math.min(lazyRows.sampleSize(), MAX_FETCHED_ITEMS);
        ValueStatistics items = ValueStatistics.create();
        long bytes = 0;
        int counted = 0;
        while (counted < maxItems && itemSequence.has(counted) && bytes <= MAX_FETCHED_BYTES) {
            Slice item = itemSequence.value(counted++);
            bytes += item.length();
            new StatisticsScan(item).addTo(items);
        }
        items.finish();
        return new ListStatistics(items, counted, !itemSequence.has(counted));
    }
}
