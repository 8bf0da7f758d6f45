package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Where a needle stands first in a JSON value.
 *
 * @param token where the key or scalar begins that it stands in, as an offset in the array
 * @param key whether that is the key of a member
 * @param text what the key or scalar says, escapes undone
 * @param start where the needle begins in that text, in bytes
 */
public record SearchHit(int token, boolean key, Slice text, int start) {

    /** Null when the needle stands in no key or scalar of the value. */
    public static @Nullable SearchHit in(Slice value, SearchPattern searchPattern) {
        ScalarWalker scalarWalker = new ScalarWalker(value);
        while (scalarWalker.next()) {
            Slice text = scalarWalker.text();
            int start = searchPattern.first(text);
            if (start >= 0) {
                return new SearchHit(scalarWalker.start(), scalarWalker.isKey(), text, start);
            }
        }
        return null;
    }
}
