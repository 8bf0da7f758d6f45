package dev.plimsoll.source;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * List that a tool returns without loading it. The library fetches the first rows, and more when a follow-up read needs them,
 * until the result expires. The tool's method never runs again. Fetched rows stay in memory while there is space, so that a
 * page has the same rows each time.
 *
 * <p>The order must be stable: each fetch returns the same rows at the same positions, and no two rows are equal in the order.
 * The default order is the time of creation, newest first, and a unique key for equal times.
 *
 * <p>The library calls a source for one request at a time, on any thread. Clients never see its exceptions.
 */
public interface PageSource extends AutoCloseable {

    int DEFAULT_FETCH_SIZE = 50;

    /**
     * Returns the number of rows. This method is called after the first rows are fetched. If {@link
     * #byOffset} is true, it is called again after each further fetch.
     */
    SourceCount count();

    /**
     * Fetches the rows from this position on.
     *
     * @param maxRows always {@link #fetchSize}
     * @return the rows; fewer than {@code maxRows} only at the end of the source
     */
    List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows);

    /** Returns the order of the rows in a few words, such as {@code created_at, newest first}. */
    String order();

    /**
     * Returns whether rows are found by offset, so that added or removed rows shift the rows after them. If
     * true, the source is counted at each fetch, to detect such shifts.
     */
    default boolean byOffset() {
        return true;
    }

    /** Returns the number of rows per fetch. */
    default int fetchSize() {
        return DEFAULT_FETCH_SIZE;
    }

    /** Returns the approximate bytes of JSON of all rows, or -1 to estimate them from the first rows. */
    default long estimatedBytes() {
        return -1;
    }

    /** Returns the fields that {@link #where} accepts, by their names in the JSON of a row. */
    default List<String> filters() {
        return List.of();
    }

    /**
     * Returns a source of the rows that meet all conditions, in the same order; null if this source cannot
     * filter by these conditions.
     */
    default @Nullable PageSource where(List<SourceCondition> conditions) {
        return null;
    }

    /**
     * Returns a comparator that detects rows out of order by their keys; null if Java cannot compare the keys. The
     * comparator returns zero for two keys that it cannot compare.
     */
    default @Nullable Comparator<Object> keyOrder() {
        return null;
    }

    /** Returns the limits for one request that has to read every row. */
    default FullReadLimits fullReadLimits() {
        return FullReadLimits.DEFAULT;
    }

    /** Closes the source when the result expires. Nothing is fetched afterwards. */
    @Override
    default void close() {}
}
