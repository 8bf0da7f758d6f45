package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import dev.plimsoll.view.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list whose items are read on demand. A read may block, and may be refused. */
public interface LazyRows {

    /** Returns the number of items that is known so far. */
    long total();

    /** Returns whether {@link #total} is exact, not a lower bound. */
    boolean isTotalExact();

    /** Returns whether there is an item at the index; reads from the source if that is unknown. */
    boolean has(int index);

    /** Returns the item at an index that exists, as JSON. */
    Slice at(int index);

    /** Returns the estimated bytes of all items; the value never changes. */
    long bytes();

    /** Returns how many of the first items an outline reads as a sample of all. */
    int sampleSize();

    /** Returns a short description of the order of the items. */
    String orderDescription();

    /** Returns the fields that can be filtered on, whatever the length of the list. */
    List<String> filterFields();

    /** Returns whether a query over all items can be answered. */
    boolean canQueryAll();

    /** Returns the problems of the list as sentences, each after a space; empty if there are none. */
    String faults();

    /** Returns a text that is as long as {@link #faults} can become, to reserve its tokens before items are read. */
    String longestFaults();

    /** Returns the items that a search or a query selects, if their source can evaluate it; null otherwise. */
    @Nullable Selection select(Mode mode, String searchText);

    /**
     * Items that a search or a query selects.
     *
     * @param isArray whether the query has one output, an array, and the rows are its items; false if
     * the rows are outputs
     */
    record Selection(LazyRows rows, boolean isArray) {}
}
