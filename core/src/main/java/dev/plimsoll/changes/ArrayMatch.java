package dev.plimsoll.changes;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of items of an earlier and a later array. Items are paired by the field that identifies them. Without
 * such a field, arrays with equal numbers of items are paired by position, and other arrays by content. Of several
 * items with the same key, the first is paired with the first, the second with the second, and so on.
 *
 * @param earlierIndexes for each later item, the index of its earlier item; -1 if the item was added
 * @param removed indexes of the earlier items that have no later item
 * @param moved for each later item, whether its order among the paired items has changed
 * @param identity the field that identifies the items; null if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ArrayMatch(
        int[] earlierIndexes,
        int[] removed,
        boolean[] moved,
        @Nullable String identity) {

    static ArrayMatch of(ItemIndex before, ItemIndex now) {
        String field = IdentityField.find(before, now);
        if (field != null) {
            return byKey(before.count(), now.count(), i -> id(before, field, i), i -> id(now, field, i), field);
        }
        if (before.count() == now.count()) {
            int[] same = IntStream.range(0, now.count()).toArray();
            return new ArrayMatch(same, new int[0], new boolean[now.count()], null);
        }
        return byKey(before.count(), now.count(), i -> content(before.item(i)), i -> content(now.item(i)), null);
    }

    private static String id(ItemIndex items, String field, int i) {
        return Objects.requireNonNull(Members.get(items.item(i), field)).utf8();
    }

    /**
     * Returns the value without the white space between its tokens and without the escapes that it does not need: two
     * values that differ only in these have the same text.
     */
    static String content(Slice value) {
        return new ByteSink(value.length()).json(value).slice().utf8();
    }

    private static ArrayMatch byKey(
            int countBefore,
            int countNow,
            IntFunction<String> keysBefore,
            IntFunction<String> keysNow,
            @Nullable String identity) {
        // for each key, a linked list of the earlier items that are not paired yet: its head, and the next
        // item after each item
        Map<String, Integer> firstByKey = new HashMap<>();
        int[] nextWithKey = new int[countBefore];
        for (int i = countBefore - 1; i >= 0; i--) {
            Integer following = firstByKey.put(keysBefore.apply(i), i);
            nextWithKey[i] = following == null ? -1 : following;
        }
        int[] earlierIndexes = new int[countNow];
        boolean[] isPaired = new boolean[countBefore];
        for (int j = 0; j < countNow; j++) {
            String key = keysNow.apply(j);
            Integer found = firstByKey.get(key);
            earlierIndexes[j] = found == null || found < 0 ? -1 : found;
            if (earlierIndexes[j] >= 0) {
                isPaired[earlierIndexes[j]] = true;
                firstByKey.put(key, nextWithKey[earlierIndexes[j]]);
            }
        }
        int[] removed =
                IntStream.range(0, countBefore).filter(i -> !isPaired[i]).toArray();
        return new ArrayMatch(earlierIndexes, removed, moved(earlierIndexes), identity);
    }

    /**
     * Returns for each later item whether it moved: the paired items outside of the longest sequence that
     * kept its order. The algorithm is the one for longest increasing subsequences.
     */
    private static boolean[] moved(int[] earlierIndexes) {
        // ends[k] is the item that ends the best sequence of k + 1 items; previous[j] is the item before j in its
        // sequence
        int[] ends = new int[earlierIndexes.length];
        int[] previous = new int[earlierIndexes.length];
        int length = 0;
        for (int j = 0; j < earlierIndexes.length; j++) {
            if (earlierIndexes[j] < 0) {
                continue;
            }
            int k = length > 0 && earlierIndexes[ends[length - 1]] < earlierIndexes[j]
                    ? length
                    : firstEndNotBelow(earlierIndexes, ends, length, earlierIndexes[j]);
            previous[j] = k == 0 ? -1 : ends[k - 1];
            ends[k] = j;
            length = Math.max(length, k + 1);
        }
        boolean[] moved = new boolean[earlierIndexes.length];
        for (int j = 0; j < earlierIndexes.length; j++) {
            moved[j] = earlierIndexes[j] >= 0;
        }
        for (int j = length == 0 ? -1 : ends[length - 1]; j >= 0; j = previous[j]) {
            moved[j] = false;
        }
        return moved;
    }

    private static int firstEndNotBelow(int[] earlierIndexes, int[] ends, int length, int value) {
        int low = 0;
        int high = length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (earlierIndexes[ends[middle]] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public String toString() {
        return "ArrayMatch" + Arrays.toString(earlierIndexes);
    }
}
