package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.ObjectValue;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.SortKeys;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueAccess;
import dev.plimsoll.query.value.ValueOrder;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ties at the cuts of a run. A cut takes the largest, the smallest, or the first items. In a tie, an item that was left out has
 * the same key as the last item taken. Nodes that cut several times, such as once for each group, have no ties.
 */
public final class Ties {

    /**
     * Cut among equal keys.
     *
     * @param sort node with the key
     * @param key key of the items on both sides of the cut
     * @param equalItemsLeftOut number of items with this key that were left out
     * @param isRecord whether the items are objects
     */
    public record Tie(GroupNode.Sort sort, Value key, int equalItemsLeftOut, boolean isRecord) {}

    private static final int MAX_CUTS = 64;

    /** Ties by the node that cuts; null for a node that cuts without a tie, or several times. */
    private final IdentityHashMap<QueryNode, @Nullable Tie> cuts = new IdentityHashMap<>();

    /** Returns the ties of nodes that cut once. */
    public List<Tie> list() {
        List<Tie> ties = new ArrayList<>();
        for (@Nullable Tie tie : cuts.values()) {
            if (tie != null) {
                ties.add(tie);
            }
        }
        return ties;
    }

    /** Records the cut of a node; a second cut of the same node removes its tie. */
    void add(QueryNode cuttingNode, GroupNode.Sort sort, Value key, int equalItemsLeftOut, Value item) {
        boolean isFirst = !cuts.containsKey(cuttingNode) && cuts.size() < MAX_CUTS;
        if (isFirst || cuts.containsKey(cuttingNode)) {
            cuts.put(
                    cuttingNode,
                    isFirst && equalItemsLeftOut > 0
                            ? new Tie(sort, key, equalItemsLeftOut, item instanceof ObjectValue)
                            : null);
        }
    }

    /** Records that a node takes the first items of a value, which may be sorted. */
    void onFirst(QueryNode cuttingNode, Value value, long count, QueryMeter queryMeter) {
        SortKeys keys = value.sortKeys();
        if (keys != null && count > 0 && count < keys.count()) {
            addEqualAfter(cuttingNode, value, keys, (int) count, queryMeter);
        }
    }

    /** Records that a node takes one item by its index. */
    void onIndex(QueryNode cuttingNode, Value value, Value index, QueryMeter queryMeter) {
        SortKeys keys = value.sortKeys();
        if (keys == null || keys.count() < 2 || !(index instanceof NumberValue number)) {
            return;
        }
        if (number.toLong() == 0) {
            addEqualAfter(cuttingNode, value, keys, 1, queryMeter);
        } else if (number.toLong() == -1) {
            addEqualBefore(cuttingNode, value, keys, keys.count() - 1, queryMeter);
        }
    }

    /** Records that a node takes a range. */
    void onSlice(QueryNode cuttingNode, Value value, ObjectValue range, QueryMeter queryMeter) {
        SortKeys keys = value.sortKeys();
        if (keys == null) {
            return;
        }
        int from = toIndex(range.get(ValueAccess.START, queryMeter), 0, keys.count());
        int to = toIndex(range.get(ValueAccess.END, queryMeter), keys.count(), keys.count());
        if (from == 0 && to > 0 && to < keys.count()) {
            addEqualAfter(cuttingNode, value, keys, to, queryMeter);
        } else if (from > 0 && from < to && to == keys.count()) {
            addEqualBefore(cuttingNode, value, keys, from, queryMeter);
        }
    }

    /** Returns a bound of a range within the array; -1 if it is not an integer. */
    private static int toIndex(@Nullable Value bound, int defaultIndex, int count) {
        if (bound == null || bound.isNull()) {
            return defaultIndex;
        }
        if (!(bound instanceof NumberValue number)
                || number.isNan()
                || number.toDouble() != Math.rint(number.toDouble())) {
            return -1;
        }
        long index = number.signum() < 0 ? number.toLong() + count : number.toLong();
        return (int) Math.max(0, Math.min(count, index));
    }

    private void addEqualAfter(QueryNode cuttingNode, Value value, SortKeys keys, int end, QueryMeter queryMeter) {
        int to = end;
        while (to < keys.count() && ValueOrder.compare(keys.get(end - 1), keys.get(to), queryMeter) == 0) {
            to++;
        }
        add(cuttingNode, keys, end - 1, to - end, value, queryMeter);
    }

    private void addEqualBefore(QueryNode cuttingNode, Value value, SortKeys keys, int start, QueryMeter queryMeter) {
        int from = start;
        while (from > 0 && ValueOrder.compare(keys.get(start), keys.get(from - 1), queryMeter) == 0) {
            from--;
        }
        add(cuttingNode, keys, start, start - from, value, queryMeter);
    }

    private void add(
            QueryNode cuttingNode,
            SortKeys keys,
            int keyIndex,
            int equalItemsLeftOut,
            Value sorted,
            QueryMeter queryMeter) {
        Value item = sorted instanceof ArrayValue array ? array.get(keyIndex, queryMeter) : null;
        add(
                cuttingNode,
                (GroupNode.Sort) keys.sort(),
                keys.get(keyIndex),
                equalItemsLeftOut,
                item == null ? ConstantValue.NULL : item);
    }
}
