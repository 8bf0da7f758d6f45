package dev.plimsoll.shape.fold;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Paths of the members of an object. If a key occurs more than once, no path can name its members. Such keys are
 * found by 64-bit hashes, so that an object of a million members needs little memory. A collision of hashes only
 * means that a member has no path.
 */
public final class MemberPaths {

    // of the hash function FNV-1a
    private static final long PRIME = 0x100000001B3L;
    private static final long BASIS = 0xCBF29CE484222325L;

    private static final int MAX_KEY_LENGTH = 120;

    private final long[] sortedHashes;

    private MemberPaths(long[] sortedHashes) {
        this.sortedHashes = sortedHashes;
    }

    public static MemberPaths of(Slice object) {
        long[] hashes = new long[16];
        int count = 0;
        Members members = Members.of(object);
        while (members.next()) {
            if (count == hashes.length) {
                hashes = Arrays.copyOf(hashes, count * 2);
            }
            hashes[count++] = hash(members.key());
        }
        long[] sortedHashes = Arrays.copyOf(hashes, count);
        Arrays.sort(sortedHashes);
        return new MemberPaths(sortedHashes);
    }

    /**
     * Returns the position of a member's value; null if no path names it, because the object has no
     * path, or because the key is repeated or too long.
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
        int index = Arrays.binarySearch(sortedHashes, hash);
        boolean isRepeatedHash = index > 0 && sortedHashes[index - 1] == hash;
        return isRepeatedHash || (index >= 0 && index + 1 < sortedHashes.length && sortedHashes[index + 1] == hash);
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
