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
 * Pairs of items of two arrays: by the field that identifies them; else by position, or by content if their numbers
 * differ. The first of several equal identities is paired with the first, and so on.
 *
 * @param before indexes in the earlier array by indexes in the later one; -1 for an added item
 * @param removed indexes of the earlier items without a pair
 * @param moved whether a later item has another place among the paired ones
 * @param identity the field that identifies the items; null if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ArrayMatch(
        int[] before,
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

    /** Returns a text that only values have that are written with equal tokens. */
    static String content(Slice value) {
        return new ByteSink(value.length()).json(value).slice().utf8();
    }

    private static ArrayMatch byKey(
            int countBefore,
            int countNow,
            IntFunction<String> keysBefore,
            IntFunction<String> keysNow,
            @Nullable String identity) {
        Map<String, Integer> first = new HashMap<>();
        int[] next = new int[countBefore];
        for (int i = countBefore - 1; i >= 0; i--) {
            Integer following = first.put(keysBefore.apply(i), i);
            next[i] = following == null ? -1 : following;
        }
        int[] before = new int[countNow];
        boolean[] isPaired = new boolean[countBefore];
        for (int j = 0; j < countNow; j++) {
            String key = keysNow.apply(j);
            Integer found = first.get(key);
            before[j] = found == null || found < 0 ? -1 : found;
            if (before[j] >= 0) {
                isPaired[before[j]] = true;
                first.put(key, next[before[j]]);
            }
        }
        int[] removed =
                IntStream.range(0, countBefore).filter(i -> !isPaired[i]).toArray();
        return new ArrayMatch(before, removed, moved(before), identity);
    }

    /** Returns which items are not part of the longest sequence of paired items that kept their order. */
    private static boolean[] moved(int[] before) {
        int[] ends = new int[before.length];
        int[] previous = new int[before.length];
        int length = 0;
        for (int j = 0; j < before.length; j++) {
            if (before[j] < 0) {
                continue;
            }
            int at = length > 0 && before[ends[length - 1]] < before[j]
                    ? length
                    : place(before, ends, length, before[j]);
            previous[j] = at == 0 ? -1 : ends[at - 1];
            ends[at] = j;
            length = Math.max(length, at + 1);
        }
        boolean[] moved = new boolean[before.length];
        for (int j = 0; j < before.length; j++) {
            moved[j] = before[j] >= 0;
        }
        for (int j = length == 0 ? -1 : ends[length - 1]; j >= 0; j = previous[j]) {
            moved[j] = false;
        }
        return moved;
    }

    private static int place(int[] before, int[] ends, int length, int value) {
        int low = 0;
        int high = length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (before[ends[middle]] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public String toString() {
        return "ArrayMatch" + Arrays.toString(before);
    }
}
