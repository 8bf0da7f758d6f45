package dev.plimsoll.shape.fold;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds keys that occur more than once in an object, because a path cannot name their members. Compares 64-bit hashes,
 * so that an object of a million members costs little memory; a collision only omits a name.
 */
public final class KeyCounts {

    private static final long PRIME = 0x100000001B3L;
    private static final long BASIS = 0xCBF29CE484222325L;

    private static final int MAX_KEY_LENGTH = 120;

    private final long[] sorted;

    private KeyCounts(long[] sorted) {
        this.sorted = sorted;
    }

    public static KeyCounts of(Slice object) {
        long[] hashes = new long[16];
        int count = 0;
        Members members = Members.of(object);
        while (members.next()) {
            if (count == hashes.length) {
                hashes = Arrays.copyOf(hashes, count * 2);
            }
            hashes[count++] = hash(members.key());
        }
        long[] sorted = Arrays.copyOf(hashes, count);
        Arrays.sort(sorted);
        return new KeyCounts(sorted);
    }

    /**
     * Returns the position of a member's value; null if no path names it, because its object has none or its key is
     * repeated or too long.
     */
    public @Nullable JsonPointer path(@Nullable JsonPointer object, Members member) {
        return path(object, member.key());
    }

    public @Nullable JsonPointer path(@Nullable JsonPointer object, Slice key) {
        boolean isUnnamed = key.length() > MAX_KEY_LENGTH || isRepeated(key);
        return object == null || isUnnamed ? null : object.child(JsonText.unescapeToString(key));
    }

    public boolean isRepeated(Slice key) {
        long hash = hash(key);
        int at = Arrays.binarySearch(sorted, hash);
        boolean isRepeatedHash = at > 0 && sorted[at - 1] == hash;
        return isRepeatedHash || (at >= 0 && at + 1 < sorted.length && sorted[at + 1] == hash);
    }

    private static long hash(Slice key) {
        Slice text = JsonText.hasEscapes(key) ? Slice.of(JsonText.unescape(key)) : key;
        long hash = BASIS;
        for (int i = text.from(); i < text.to(); i++) {
            hash = (hash ^ text.bytes()[i]) * PRIME;
        }
        return hash;
    }
}
