package dev.plimsoll.source;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list that a tool returns without loading it. The library asks for its first rows, and for further ones when a reader
 * comes to them, until the result expires; the tool's method never runs again. What is fetched is kept for as long as there is
 * room, so that a page read twice is the same twice.
 *
 * <p>The order has to be stable: the same rows in the same places however often they are fetched, with no two rows equal in
 * it. By default that is the time of creation, the latest first, and among equals a unique key.
 *
 * <p>One request at a time comes to a source, from whatever thread. What it throws reaches no client.
 */
public interface PageSource extends AutoCloseable {

    int DEFAULT_FETCH_SIZE = 50;

    /** How many rows there are. Asked after the first rows were fetched, and {@link #byOffset} again after further ones. */
    SourceCount count();

    /**
     * The rows from there on.
     *
     * @param most always {@link #fetchSize}; fewer rows say that there are no more
     */
    List<SourceRow> fetch(FetchPosition fetchPosition, int most);

    /** The order of the rows in a few words, such as {@code created_at, newest first}. */
    String order();

    /**
     * Whether rows that come and go shift those behind them, as they do where rows are found by offset. Then the source is
     * counted with each fetch, to notice it.
     */
    default boolean byOffset() {
        return true;
    }

    /** How many rows are fetched at a time. */
    default int fetchSize() {
        return DEFAULT_FETCH_SIZE;
    }

    /** About how many bytes of JSON all rows have; -1 to have that reckoned from the first ones. */
    default long estimatedBytes() {
        return -1;
    }

    /** The fields that {@link #where} can go by, as their names stand in a row's JSON. */
    default List<String> filters() {
        return List.of();
    }

    /** The rows that meet all conditions, as a source of its own in the same order; null where this cannot tell. */
    default @Nullable PageSource where(List<SourceCondition> all) {
        return null;
    }

    /** The order of keys, where it is one that Java can tell: then rows out of order are noticed. Zero where it cannot. */
    default @Nullable Comparator<Object> keyOrder() {
        return null;
    }

    /** How far it may be walked for one request. */
    default WalkLimits walk() {
        return WalkLimits.DEFAULT;
    }

    /** The result has expired: nothing more is fetched. */
    @Override
    default void close() {}
}
