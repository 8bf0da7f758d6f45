package dev.plimsoll.query.function;

import dev.plimsoll.query.node.ArrayNode;
import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.SingleValueNode;
import dev.plimsoll.query.value.ArrayElements;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.DistinctValues;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.Operators;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Functions {@code sort_by}, {@code group_by}, {@code unique_by}, {@code min_by}, and {@code max_by}, and their variants
 * without a key.
 */
final class SortFunction extends SingleValueNode {

    private static final int BYTES_PER_ITEM = 32;

    private final Kind kind;
    private final QueryNode key;

    enum Kind {
        SORT("sort", "sorted"),
        GROUP("group", "grouped"),
        UNIQUE("unique", "grouped"),
        MIN("min", "iterated over"),
        MAX("max", "iterated over");

        private final String functionName;
        private final String participle;

        Kind(String word, String done) {
            this.functionName = word;
            this.participle = done;
        }

        String functionName() {
            return functionName;
        }
    }

    private record KeyedItem(Value key, Value item) {}

    SortFunction(Kind kind, QueryNode key) {
        super(key);
        this.kind = kind;
        // several outputs are one key, compared in order
        this.key = key.isSingle() ? key : new ArrayNode(key);
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        if (!(in instanceof ArrayValue array)) {
            throw Operators.typeError(
                    in, "cannot be " + kind.participle + ", as it is not an array", evaluation.meter());
        }
        return switch (kind) {
            case SORT -> sorted(array, evaluation, environment);
            case GROUP, UNIQUE -> grouped(array, evaluation, environment);
            case MIN, MAX -> extreme(array, evaluation, environment);
        };
    }

    private Value sorted(ArrayValue array, Evaluation evaluation, Environment environment) {
        QueryMeter queryMeter = evaluation.meter();
        List<KeyedItem> items = new ArrayList<>();
        ArrayElements elements = array.items(queryMeter);
        while (elements.next()) {
            queryMeter.addBuiltBytes(BYTES_PER_ITEM);
            items.add(new KeyedItem(key.evalSingle(evaluation, environment, elements.value()), elements.value()));
        }
        items.sort((a, b) -> ValueOrder.compare(a.key, b.key, queryMeter));
        ListArrayValue sorted = new ListArrayValue(items.size());
        items.forEach(item -> sorted.add(item.item, queryMeter));
        return sorted;
    }

    /** Groups items by the hash of their keys, so that only distinct keys are sorted. */
    private Value grouped(ArrayValue array, Evaluation evaluation, Environment environment) {
        QueryMeter queryMeter = evaluation.meter();
        DistinctValues keys = new DistinctValues(queryMeter);
        List<ListArrayValue> groups = new ArrayList<>();
        ArrayElements elements = array.items(queryMeter);
        while (elements.next()) {
            int group = keys.add(key.evalSingle(evaluation, environment, elements.value()));
            if (group == groups.size()) {
                groups.add(new ListArrayValue(1).add(elements.value(), queryMeter));
            } else if (kind == Kind.GROUP) {
                groups.get(group).add(elements.value(), queryMeter);
            }
        }
        Value[] values = keys.values();
        Integer[] order = new Integer[values.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> ValueOrder.compare(values[a], values[b], queryMeter));
        ListArrayValue result = new ListArrayValue(order.length);
        for (int group : order) {
            ListArrayValue items = groups.get(group);
            Value first = items.get(0, queryMeter);
            result.add(kind == Kind.GROUP || first == null ? items : first, queryMeter);
        }
        return result;
    }

    private Value extreme(ArrayValue array, Evaluation evaluation, Environment environment) {
        Value best = ConstantValue.NULL;
        Value bestKey = null;
        ArrayElements elements = array.items(evaluation.meter());
        while (elements.next()) {
            Value itemKey = key.evalSingle(evaluation, environment, elements.value());
            int order = bestKey == null ? 0 : ValueOrder.compare(itemKey, bestKey, evaluation.meter());
            // min gives the first of equal items, max the last
            if (bestKey == null || (kind == Kind.MIN ? order < 0 : order >= 0)) {
                best = elements.value();
                bestKey = itemKey;
            }
        }
        return best;
    }
}
