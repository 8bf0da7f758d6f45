package dev.plimsoll.format.yaml;

import dev.plimsoll.json.Slice;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Keys of the open mappings, by which duplicate keys in a mapping are detected. */
final class PlainYamlKeys {

    /** Minimum number of keys of a large mapping, whose keys are also stored in a hash set. */
    private static final int MIN_LARGE_KEYS = 24;

    private final byte[] bytes;

    /** Start and end of each key in the text. */
    private int[] keyBounds = new int[64];

    private int count;

    /** The open mappings with many keys, the innermost first. */
    private final Deque<LargeMap> largeMaps = new ArrayDeque<>();

    /** A mapping with many keys. Its {@code keyMark} is the number of keys before it. */
    private record LargeMap(int keyMark, Set<Slice> keys) {}

    PlainYamlKeys(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Begins a mapping; returns its mark, the number of keys before it. */
    int beginMapping() {
        return count;
    }

    /** Ends the mapping with this mark. */
    void endMapping(int keyMark) {
        count = keyMark;
        LargeMap innermost = largeMaps.peek();
        if (innermost != null && innermost.keyMark == keyMark) {
            largeMaps.pop();
        }
    }

    /** Adds a key to the mapping with this mark; returns false if the mapping has the key already. */
    boolean add(Slice key, int keyMark) {
        boolean isNew = count - keyMark < MIN_LARGE_KEYS
                ? isNew(key, keyMark)
                : keySet(keyMark).add(key);
        if (2 * count == keyBounds.length) {
            keyBounds = Arrays.copyOf(keyBounds, 4 * count);
        }
        keyBounds[2 * count] = key.from();
        keyBounds[2 * count + 1] = key.to();
        count++;
        return isNew;
    }

    private boolean isNew(Slice key, int keyMark) {
        for (int i = keyMark; i < count; i++) {
            int from = keyBounds[2 * i];
            int to = keyBounds[2 * i + 1];
            boolean isEqual = to - from == key.length() && Arrays.equals(bytes, from, to, bytes, key.from(), key.to());
            if (isEqual) {
                return false;
            }
        }
        return true;
    }

    /** Returns the hash set of the keys of a large mapping, which is created at the first call. */
    private Set<Slice> keySet(int keyMark) {
        LargeMap innermost = largeMaps.peek();
        if (innermost == null || innermost.keyMark != keyMark) {
            innermost = new LargeMap(keyMark, new HashSet<>());
            for (int i = keyMark; i < count; i++) {
                innermost.keys.add(new Slice(bytes, keyBounds[2 * i], keyBounds[2 * i + 1]));
            }
            largeMaps.push(innermost);
        }
        return innermost.keys;
    }
}
