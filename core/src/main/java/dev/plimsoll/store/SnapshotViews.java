package dev.plimsoll.store;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.StoreException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Numbered views of one snapshot. For implementers of stores. Not thread-safe. */
public final class SnapshotViews {

    /** Bytes of the array, slice, and tree entry around a view. */
    private static final int OVERHEAD = 128;

    private final List<Slice> viewByNumber = new ArrayList<>();

    // a tree instead of a hash table, because callers choose the bytes and could make hashes collide
    private final TreeMap<Slice, Integer> numberByView = new TreeMap<>();
    private int bytes;

    /** Returns the number of a view; null if it is not stored. */
    public @Nullable Integer findNumber(Slice view) {
        return numberByView.get(view);
    }

    /** Returns the view of a number; null if there is none. */
    public @Nullable Slice findView(int number) {
        return number >= 0 && number < viewByNumber.size() ? viewByNumber.get(number) : null;
    }

    /** Throws {@code VIEWS_FULL} if the snapshot has no space for this view. */
    public void requireCapacity(Slice view) {
        if (viewByNumber.size() >= StoreLimits.MAX_VIEWS) {
            throw viewsFull("too many views: a snapshot may have at most " + StoreLimits.MAX_VIEWS);
        }
        if (view.length() > StoreLimits.MAX_VIEW_BYTES - bytes) {
            throw viewsFull(view.length() + " bytes of a view and " + bytes
                    + " bytes of other views: a snapshot may have at most " + StoreLimits.MAX_VIEW_BYTES);
        }
    }

    /** Adds a new view and returns its number. */
    public int add(Slice view) {
        Slice copy = Slice.of(view.toByteArray());
        int number = viewByNumber.size();
        viewByNumber.add(copy);
        numberByView.put(copy, number);
        bytes += copy.length();
        return number;
    }

    /** Returns the memory that a view needs. */
    public static long memoryBytes(Slice view) {
        return view.length() + (long) OVERHEAD;
    }

    private static StoreException viewsFull(String message) {
        return new StoreException(Reason.VIEWS_FULL, message);
    }
}
