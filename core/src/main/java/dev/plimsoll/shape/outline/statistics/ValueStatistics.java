package dev.plimsoll.shape.outline.statistics;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of all values at one position of a document: types, counts, minimum and maximum, and the statistics of
 * nested values. Counts are exact. Names and values are stored up to a limit, so that memory does not grow with the
 * document.
 */
public final class ValueStatistics {

    private static final int TYPES = JsonType.values().length;

    private final int[] types = new int[TYPES];

    /** Number of {@link ValueStatistics} of the whole document, in a shared array of one element. */
    private final int[] nodes;

    private @Nullable ScalarStatistics scalars;
    private @Nullable ObjectStatistics objects;
    private @Nullable ValueStatistics items;
    private long shortestArray = Long.MAX_VALUE;
    private long longestArray = -1;
    private long itemCount;
    private long bytes;
    private int presentIn;
    private int lastObjectIndex = -1;
    private boolean isFinished;

    /** A field: its name as the document writes it, without quotes, and the statistics of its values. */
    public record Field(Slice name, ValueStatistics values) {}

    /**
     * Creates empty statistics, and counts them in {@code nodes}, a counter that all statistics of a document share.
     */
    ValueStatistics(int[] nodes) {
        this.nodes = nodes;
        nodes[0]++;
    }

    /** Creates the first statistics of a document, with a new counter of nodes. */
    static ValueStatistics create() {
        return new ValueStatistics(new int[1]);
    }

    /** Returns the statistics of one value, which occurs once. */
    public static ValueStatistics of(Slice value) {
        ValueStatistics valueStatistics = create();
        new StatisticsScan(value).addTo(valueStatistics);
        valueStatistics.finish();
        return valueStatistics;
    }

    /** Returns the statistics of one array that has these items and is {@code bytes} long. */
    static ValueStatistics ofArray(ValueStatistics items, long itemCount, int bytes) {
        ValueStatistics array = create();
        array.add(JsonType.ARRAY, bytes);
        array.setItems(items, itemCount);
        array.finish();
        return array;
    }

    /** Counts a value of a type. */
    @SuppressWarnings("EnumOrdinal") // array index for speed: called for every value
    void add(JsonType type, int length) {
        types[type.ordinal()]++;
        bytes += length;
    }

    /** Sets the statistics of the items. There must be exactly one array at this position. */
    void setItems(ValueStatistics itemStatistics, long length) {
        items = itemStatistics;
        addArrayLength(length);
    }

    void addArrayLength(long length) {
        itemCount += length;
        shortestArray = Math.min(shortestArray, length);
        longestArray = Math.max(longestArray, length);
    }

    /**
     * Records that a parent object has this field. A second member with the same name in the same object does not
     * count.
     */
    void markPresent(int objectIndex) {
        if (lastObjectIndex != objectIndex) {
            lastObjectIndex = objectIndex;
            presentIn++;
        }
    }

    void addPresence(ValueStatistics other) {
        presentIn += other.presentIn;
    }

    ScalarStatistics getOrCreateScalars() {
        ScalarStatistics existing = scalars == null ? new ScalarStatistics() : scalars;
        scalars = existing;
        return existing;
    }

    ObjectStatistics getOrCreateObjects() {
        ObjectStatistics existing = objects == null ? new ObjectStatistics(nodes) : objects;
        objects = existing;
        return existing;
    }

    ValueStatistics getOrCreateItems() {
        ValueStatistics existing = items == null ? new ValueStatistics(nodes) : items;
        items = existing;
        return existing;
    }

    /** Adds the values of other statistics; neither may be finished. {@link #presentIn} stays unchanged. */
    void merge(ValueStatistics other) {
        for (int i = 0; i < TYPES; i++) {
            types[i] += other.types[i];
        }
        bytes += other.bytes;
        itemCount += other.itemCount;
        shortestArray = Math.min(shortestArray, other.shortestArray);
        longestArray = Math.max(longestArray, other.longestArray);
        if (other.scalars != null) {
            getOrCreateScalars().merge(other.scalars);
        }
        if (other.objects != null) {
            getOrCreateObjects().merge(other.objects);
        }
        if (other.items != null) {
            getOrCreateItems().merge(other.items);
        }
    }

    /** Finishes statistics that need all values, at every level. */
    void finish() {
        if (isFinished) {
            return;
        }
        isFinished = true;
        if (objects != null) {
            objects.finish(countOf(JsonType.OBJECT));
        }
        if (items != null) {
            items.finish();
        }
        if (scalars != null) {
            scalars.finish();
        }
    }

    int nodeCount() {
        return 1 + (objects == null ? 0 : objects.nodeCount()) + (items == null ? 0 : items.nodeCount());
    }

    /** Returns the number of values of a type. */
    @SuppressWarnings("EnumOrdinal") // array index for speed, equal to the index in add
    public int countOf(JsonType type) {
        return types[type.ordinal()];
    }

    /** Returns the number of all values at this position. */
    public int count() {
        int count = 0;
        for (int type : types) {
            count += type;
        }
        return count;
    }

    /** Returns the number of parent objects that have this field. */
    public int presentIn() {
        return presentIn;
    }

    public long bytes() {
        return bytes;
    }

    public List<Field> fields() {
        return objects == null ? List.of() : objects.fields();
    }

    public @Nullable ObjectStatistics objects() {
        return objects;
    }

    public @Nullable ValueStatistics items() {
        return items;
    }

    public long itemCount() {
        return itemCount;
    }

    /** Returns the strings, numbers, and booleans; null if there are none. */
    public @Nullable ScalarStatistics scalars() {
        return scalars;
    }

    public DistinctCounter distinct() {
        return scalars == null ? new DistinctCounter() : scalars.distinct();
    }

    /** Returns the minimum and maximum number of items of the arrays. */
    public long[] arrayLengths() {
        return new long[] {shortestArray, longestArray};
    }
}
