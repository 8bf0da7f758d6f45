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
    private final Map<Slice, BlockKey> keysByName = new HashMap<>();
    private BlockKey[] keys = new BlockKey[64];

    /** Start and end of each value in the text. */
    private int[] valueBounds = new int[128];

    private @Nullable BlockKey lastKey;
    private int count;

    BlockMembers(Slice text) {
        this.bytes = text.bytes();
    }

    void add(Slice key, Slice value) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
            valueBounds = Arrays.copyOf(valueBounds, 4 * count);
        }
        BlockKey blockKey = findOrCreateKey(key);
        blockKey.addOccurrence();
        keys[count] = blockKey;
        valueBounds[2 * count] = value.from();
        valueBounds[2 * count + 1] = value.to();
        count++;
        lastKey = blockKey;
    }

    /**
     * Finds or creates the {@link BlockKey} with this name. First tries the key that followed the previous key in an
     * earlier block, because most blocks have the same keys in the same order.
     */
    private BlockKey findOrCreateKey(Slice key) {
        BlockKey nextKey = lastKey == null ? null : lastKey.nextKey();
        if (nextKey != null && nextKey.isKey(key)) {
            return nextKey;
        }
        BlockKey blockKey = keysByName.computeIfAbsent(key, BlockKey::new);
        if (lastKey != null) {
            lastKey.setNextKey(blockKey);
        }
        return blockKey;
    }

    /** Sets the start and end of the last value. */
    void setLastValue(int from, int to) {
        valueBounds[2 * count - 2] = from;
        valueBounds[2 * count - 1] = to;
    }

    int count() {
        return count;
    }

    Collection<BlockKey> distinctKeys() {
        return keysByName.values();
    }

    BlockKey key(int member) {
        return keys[member];
    }

    Slice value(int member) {
        return new Slice(bytes, valueBounds[2 * member], valueBounds[2 * member + 1]);
    }
}
