package dev.plimsoll.format.yaml;

import dev.plimsoll.json.Slice;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** The keys of the open mappings, to find those that a mapping has twice. */
final class PlainYamlKeys {

    /** Number of keys of a mapping from which they are compared by their hash codes. */
    private static final int MANY = 24;

    private final byte[] b;

    /** The places of the keys in the text, as pairs of offsets. */
    private int[] places = new int[64];

    private int count;

    /** The keys of the open mappings that have many, the innermost first. */
    private final Deque<ManyKeys> many = new ArrayDeque<>();

    /** The keys of a mapping that began at a number of keys. */
    private record ManyKeys(int base, Set<Slice> keys) {}

    PlainYamlKeys(byte[] b) {
        this.b = b;
    }

    /** Begins a mapping; returns the number of keys before it. */
    int begin() {
        return count;
    }

    /** Ends the mapping that began at this number of keys. */
    void end(int base) {
        count = base;
        ManyKeys innermost = many.peek();
        if (innermost != null && innermost.base == base) {
            many.pop();
        }
    }

    /** Adds a key to the mapping that began at this number of keys; returns false if it has the key. */
    boolean add(Slice key, int base) {
        boolean isNew = count - base < MANY ? isNew(key, base) : keysOf(base).add(key);
        if (2 * count == places.length) {
            places = Arrays.copyOf(places, 4 * count);
        }
        places[2 * count] = key.from();
        places[2 * count + 1] = key.to();
        count++;
        return isNew;
    }

    private boolean isNew(Slice key, int base) {
        for (int i = base; i < count; i++) {
            int from = places[2 * i];
            int to = places[2 * i + 1];
            boolean isSame = to - from == key.length() && Arrays.equals(b, from, to, b, key.from(), key.to());
            if (isSame) {
                return false;
            }
        }
        return true;
    }

    /** Returns the keys of the mapping; each key is added once, however many mappings are inside. */
    private Set<Slice> keysOf(int base) {
        ManyKeys innermost = many.peek();
        if (innermost == null || innermost.base != base) {
            innermost = new ManyKeys(base, new HashSet<>());
            for (int i = base; i < count; i++) {
                innermost.keys.add(new Slice(b, places[2 * i], places[2 * i + 1]));
            }
            many.push(innermost);
        }
        return innermost.keys;
    }
}
