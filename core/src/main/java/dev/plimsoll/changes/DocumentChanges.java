package dev.plimsoll.changes;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Changes between two documents. Values are compared as they are written, without white space and
 * escapes; the order of an object's members does not count.
 *
 * <p>Each change is an object. {@code change} is added, removed, changed, or moved. {@code path} is a JSON
 * Pointer into the later document; for a removed value, into the earlier document. {@code from} is the path
 * of a moved value in the earlier document. A changed record has its changes in {@code fields}; another
 * changed value has {@code was} and {@code is}.
 *
 * @param list array of the changes
 * @param counts numbers of the changes; a record counts once
 */
public record DocumentChanges(Slice list, Counts counts) {

    /**
     * Numbers of changes.
     *
     * @param unchanged number of list items that are equal in both documents and did not move
     * @param identity the field that identifies the items of the list; null if there is none, or no list
     */
    public record Counts(
            int added,
            int removed,
            int changed,
            int moved,
            int unchanged,
            @Nullable String identity) {

        /** Returns whether the documents are equal. */
        public boolean isNone() {
            return added == 0 && removed == 0 && changed == 0 && moved == 0;
        }
    }

    /** Returns the changes between two valid documents. */
    public static DocumentChanges of(Slice before, Slice now) {
        return new ChangeWriter(before, now).write();
    }
}
