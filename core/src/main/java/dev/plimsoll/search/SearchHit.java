package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * First match of a pattern in a JSON value.
 *
 * @param tokenOffset the offset in the array of the key or scalar that contains the match
 * @param isKey whether that is the key of a member
 * @param text the key or scalar with escapes decoded
 * @param start the offset in bytes of the match in {@code text}
 */
public record SearchHit(int tokenOffset, boolean isKey, Slice text, int start) {

    /** Finds the first match; returns null if no key or scalar of the value matches. */
    public static @Nullable SearchHit in(Slice value, SearchPattern searchPattern) {
        ScalarWalker scalarWalker = new ScalarWalker(value);
        while (scalarWalker.next()) {
            Slice text = scalarWalker.text();
            int start = searchPattern.findFirst(text);
            if (start >= 0) {
                return new SearchHit(scalarWalker.start(), scalarWalker.isKey(), text, start);
            }
        }
        return null;
    }
}
