package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import dev.plimsoll.view.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list that is not there as a whole: its items come as they are asked for. Whoever asks for one may wait for it, and may be
 * refused.
 */
public interface LazyRows {

    /** How many there are as far as is known. */
    long total();

    /** Whether it is that many, and not that many or more. */
    boolean exact();

    /** Whether there is an item at that index; what is not known yet is found out. */
    boolean has(int index);

    /** The item at an index that there is, as JSON. */
    Slice at(int index);

    /** About how many bytes all of them have; the same whenever it is asked. */
    long bytes();

    /** How many of the first ones may stand for all in an outline. */
    int sample();

    /** The order that they are in, in a few words. */
    String order();

    /** Fields that can be asked for whatever the length. */
    List<String> filters();

    /** Whether a query over all of them can be answered. */
    boolean walkable();

    /** What is wrong with them, in sentences each with a blank in front; empty while nothing is. */
    String faults();

    /** As long as {@link #faults} can become. */
    String allFaults();

    /** Those that a search or a query asks for, where their source itself can tell; null where it cannot. */
    @Nullable Sought sought(Mode mode, String what);

    /**
     * What a search or a query asks for.
     *
     * @param inArray whether they are the items of a query's only result, and not its results
     */
    record Sought(LazyRows rows, boolean inArray) {}
}
