package dev.plimsoll.format.line;

import dev.plimsoll.json.Slice;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys and values of all blocks of a text, in order. */
final class BlockMembers {

    private final byte[] bytes;
    private final Map<Slice, BlockKey> known = new HashMap<>();
    private BlockKey[] keys = new BlockKey[64];

    /** The place of each value in the text, as pairs of offsets. */
    private int[] values = new int[128];

    private @Nullable BlockKey last;
    private int count;

    BlockMembers(Slice text) {
        this.bytes = text.bytes();
    }

    void add(Slice key, Slice value) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
            values = Arrays.copyOf(values, 4 * count);
        }
        BlockKey found = intern(key);
        found.addBlock();
        keys[count] = found;
        values[2 * count] = value.from();
        values[2 * count + 1] = value.to();
        count++;
        last = found;
    }

    /**
     * Returns the object for a key. The key that followed the previous one in an earlier block is tried
     * first, because most blocks have the same keys in the same order.
     */
    private BlockKey intern(Slice key) {
        BlockKey expected = last == null ? null : last.next();
        if (expected != null && expected.hasKey(key)) {
            return expected;
        }
        BlockKey found = known.computeIfAbsent(key, BlockKey::new);
        if (last != null) {
            last.setNext(found);
        }
        return found;
    }

    /** Sets the place of the last value. */
    void setLastValue(int from, int to) {
        values[2 * count - 2] = from;
        values[2 * count - 1] = to;
    }

    int count() {
        return count;
    }

    Collection<BlockKey> distinctKeys() {
        return known.values();
    }

    BlockKey key(int member) {
        return keys[member];
    }

    Slice value(int member) {
        return new Slice(bytes, values[2 * member], values[2 * member + 1]);
    }
}
