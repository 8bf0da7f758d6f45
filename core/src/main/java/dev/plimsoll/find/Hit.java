package dev.plimsoll.find;

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
public record Hit(int token, boolean key, Slice text, int start) {

    /** Null when the needle stands in no key or scalar of the value. */
    public static @Nullable Hit in(Slice value, Needle needle) {
        Tokens tokens = new Tokens(value);
        while (tokens.next()) {
            Slice text = tokens.text();
            int start = needle.first(text);
            if (start >= 0) {
                return new Hit(tokens.start(), tokens.isKey(), text, start);
            }
        }
        return null;
    }
}
