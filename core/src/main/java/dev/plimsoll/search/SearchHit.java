package dev.plimsoll.search;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * First match of a pattern in a JSON value.
 *
 * @param tokenOffset the offset, in the byte array of the document, of the key or scalar that contains the match. If a whole member
 *     matches, it is the offset of its key. {@link #findInMember} always returns the offset of the member's value
 * @param isKey whether the match is in a key
 * @param text the key or scalar with escapes decoded
 * @param start the offset in bytes of the match in {@code text}
 */
public record SearchHit(int tokenOffset, boolean isKey, Slice text, int start) {

    /** Finds the first match in a value; returns null if no key, scalar, or member in it matches. */
    public static @Nullable SearchHit find(Slice value, SearchPattern searchPattern) {
        ScalarWalker scalarWalker = new ScalarWalker(value);
        while (scalarWalker.next()) {
            Slice text = scalarWalker.text();
            int start = searchPattern.findInToken(text);
            if (start >= 0) {
                return new SearchHit(scalarWalker.start(), scalarWalker.isKey(), text, start);
            }
            if (scalarWalker.isKey() && searchPattern.matchesKey(scalarWalker.key())) {
                Slice member = scalarWalker.memberValue();
                if (searchPattern.matchesMember(scalarWalker.key(), member)) {
                    return ofMember(scalarWalker.start(), member);
                }
            }
        }
        return null;
    }

    /** Finds a match in the key of a member, or of the member as a whole; returns null if neither matches. */
    public static @Nullable SearchHit findInMember(Slice key, Slice value, SearchPattern searchPattern) {
        Slice text = ScalarWalker.decode(key);
        int start = searchPattern.findInToken(text);
        if (start >= 0) {
            return new SearchHit(value.from(), true, text, start);
        }
        return searchPattern.matchesKey(key) && searchPattern.matchesMember(key, value)
                ? ofMember(value.from(), value)
                : null;
    }

    private static SearchHit ofMember(int offset, Slice value) {
        boolean isString = Json.type(value) == JsonType.STRING;
        return new SearchHit(offset, false, isString ? ScalarWalker.decode(Json.stringInside(value)) : value, 0);
    }
}
