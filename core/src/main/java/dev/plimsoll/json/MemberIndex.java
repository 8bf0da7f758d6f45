package dev.plimsoll.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Index of the members of an object, 16 bytes per member: built in one pass, for many lookups. */
public final class MemberIndex {

    private static final int INTS_PER_MEMBER = 4;

    private final byte[] bytes;
    private final int[] offsets;

    MemberIndex(byte[] bytes, int[] offsets) {
        this.bytes = bytes;
        this.offsets = offsets;
    }

    public static MemberIndex of(Slice object) {
        return create(object, Integer.MAX_VALUE);
    }

    /** Returns the index of an object; null if the object has more members. */
    public static @Nullable MemberIndex ofAtMost(int maxMembers, Slice object) {
        MemberIndex index = create(object, maxMembers + 1);
        return index.count() > maxMembers ? null : index;
    }

    private static MemberIndex create(Slice object, int maxMembers) {
        int[] offsets = new int[16 * INTS_PER_MEMBER];
        int size = 0;
        Members members = Members.of(object);
        while (size / INTS_PER_MEMBER < maxMembers && members.next()) {
            if (size == offsets.length) {
                offsets = Arrays.copyOf(offsets, size * 2);
            }
            Slice key = members.key();
            Slice value = members.value();
            offsets[size++] = key.from();
            offsets[size++] = key.to();
            offsets[size++] = value.from();
            offsets[size++] = value.to();
        }
        return new MemberIndex(object.bytes(), Arrays.copyOf(offsets, size));
    }

    MemberIndex moved(byte[] otherBytes, int shift) {
        return new MemberIndex(otherBytes, ChildOffsets.moved(offsets, shift));
    }

    public int count() {
        return offsets.length / INTS_PER_MEMBER;
    }

    /** Returns the inside of the key string, still escaped. */
    public Slice key(int i) {
        return new Slice(bytes, offsets[i * INTS_PER_MEMBER], offsets[i * INTS_PER_MEMBER + 1]);
    }

    public Slice value(int i) {
        return new Slice(bytes, offsets[i * INTS_PER_MEMBER + 2], offsets[i * INTS_PER_MEMBER + 3]);
    }

    public int valueLength(int i) {
        return offsets[i * INTS_PER_MEMBER + 3] - offsets[i * INTS_PER_MEMBER + 2];
    }

    public int keyLength(int i) {
        return offsets[i * INTS_PER_MEMBER + 1] - offsets[i * INTS_PER_MEMBER];
    }

    /** Returns the decoded key; for keys that are known to be short. */
    public String keyText(int i) {
        return Utf8.decode(Slice.of(JsonText.unescape(key(i))));
    }

    /** Returns the value of the last member with that name, as {@link Members#get} does; null if there is none. */
    public @Nullable Slice find(String name) {
        for (int i = count() - 1; i >= 0; i--) {
            if (Members.keyIs(bytes, offsets[i * INTS_PER_MEMBER], offsets[i * INTS_PER_MEMBER + 1], name)) {
                return value(i);
            }
        }
        return null;
    }

    /** Returns how many members have this name. */
    public int count(String name) {
        byte[] nameBytes = Utf8.encode(name);
        int count = 0;
        for (int i = 0; i < count(); i++) {
            count += Members.keyIs(key(i), nameBytes) ? 1 : 0;
        }
        return count;
    }

    /** Returns the longest value; null if there are no members. */
    public @Nullable Slice longestValue() {
        int longest = -1;
        for (int i = 0; i < count(); i++) {
            longest = longest < 0 || valueLength(i) > valueLength(longest) ? i : longest;
        }
        return longest < 0 ? null : value(longest);
    }
}
