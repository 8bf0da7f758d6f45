package dev.plimsoll.query.node;

import dev.plimsoll.query.text.StringFormat;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.DistinctValues;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.MapObjectValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.SortKeys;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValueOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node that orders, groups, or counts the items of an array by a key. */
public sealed interface GroupNode extends QueryNode {

    /**
     * Node for {@code sort_by}, {@code group_by}, {@code unique_by}, {@code min_by}, and {@code max_by}, and their variants
     * without a key.
     */
    record Sort(SortKind kind, QueryNode key, NodeTraits traits) implements GroupNode {

        private static final int BYTES_PER_ITEM = 32;

        /** Function, without its ending {@code _by}. */
        public enum SortKind {
            SORT("sort", "sorted"),
            GROUP("group", "grouped"),
            UNIQUE("unique", "grouped"),
            MIN("min", "iterated over"),
            MAX("max", "iterated over");

            private final String functionName;
            private final String participle;

            SortKind(String functionName, String participle) {
                this.functionName = functionName;
                this.participle = participle;
            }

            public String functionName() {
                return functionName;
            }
        }

        private record KeyedItem(Value key, Value item) {}

        public Sort(SortKind kind, QueryNode key) {
            // several outputs form one key, an array
            this(
                    kind,
                    key.traits().isSingle() ? key : new ValueNode.ArrayConstruction(key),
                    NodeTraits.ofEndedParts(true, stack -> stack.addFrames(4).addInnerParts(key)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(key);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            evaluation.trace().setNode(this);
            if (!(input instanceof ArrayValue array)) {
                throw QueryError.typeError(
                        input, "cannot be " + kind.participle + ", as it is not an array", evaluation.meter());
            }
            return switch (kind) {
                case SORT -> sort(array, evaluation, environment);
                case GROUP, UNIQUE -> group(array, evaluation, environment);
                case MIN, MAX -> findExtreme(array, evaluation, environment);
            };
        }

        /** Returns the key of an item; null if one of its calls is pending. */
        private @Nullable Value computeKey(
                Value item, @Nullable CertainSteps steps, Evaluation evaluation, Environment environment) {
            return steps == null
                    ? key.evalSingle(evaluation, environment, item)
                    : steps.run(() -> key.evalSingle(evaluation, environment, item));
        }

        private static void endSteps(@Nullable CertainSteps steps) {
            if (steps != null) {
                steps.end();
            }
        }

        private Value sort(ArrayValue array, Evaluation evaluation, Environment environment) {
            QueryMeter queryMeter = evaluation.meter();
            List<KeyedItem> items = new ArrayList<>();
            ValueIterator elements = array.items(queryMeter);
            CertainSteps steps = CertainSteps.begin(evaluation);
            while (elements.next()) {
                queryMeter.addBuiltBytes(BYTES_PER_ITEM);
                Value itemKey = computeKey(elements.value(), steps, evaluation, environment);
                if (itemKey != null) {
                    items.add(new KeyedItem(itemKey, elements.value()));
                }
            }
            endSteps(steps);
            items.sort((a, b) -> ValueOrder.compare(a.key, b.key, queryMeter));
            ListArrayValue sorted = new ListArrayValue(items.size());
            items.forEach(item -> sorted.add(item.item, queryMeter));
            if (!(key instanceof PathNode.Identity)) {
                queryMeter.addBuiltBytes(8L * items.size());
                sorted.setSortKeys(
                        new SortKeys(this, items.stream().map(item -> item.key).toArray(Value[]::new)));
            }
            return sorted;
        }

        /** Groups items by the hash of their keys, so that only distinct keys are sorted. */
        private Value group(ArrayValue array, Evaluation evaluation, Environment environment) {
            QueryMeter queryMeter = evaluation.meter();
            DistinctValues keys = new DistinctValues(queryMeter);
            List<ListArrayValue> groups = new ArrayList<>();
            ValueIterator elements = array.items(queryMeter);
            CertainSteps steps = CertainSteps.begin(evaluation);
            while (elements.next()) {
                Value itemKey = computeKey(elements.value(), steps, evaluation, environment);
                if (itemKey == null) {
                    continue;
                }
                int group = keys.add(itemKey);
                if (group == groups.size()) {
                    groups.add(new ListArrayValue(1).add(elements.value(), queryMeter));
                } else if (kind == SortKind.GROUP) {
                    groups.get(group).add(elements.value(), queryMeter);
                }
            }
            endSteps(steps);
            Value[] values = keys.values();
            Integer[] order = new Integer[values.length];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> ValueOrder.compare(values[a], values[b], queryMeter));
            ListArrayValue result = new ListArrayValue(order.length);
            for (int group : order) {
                ListArrayValue items = groups.get(group);
                Value first = items.get(0, queryMeter);
                result.add(kind == SortKind.GROUP || first == null ? items : first, queryMeter);
            }
            return result;
        }

        private Value findExtreme(ArrayValue array, Evaluation evaluation, Environment environment) {
            Value bestItem = ConstantValue.NULL;
            Value bestKey = null;
            int equalKeys = 0;
            ValueIterator elements = array.items(evaluation.meter());
            CertainSteps steps = CertainSteps.begin(evaluation);
            while (elements.next()) {
                Value itemKey = computeKey(elements.value(), steps, evaluation, environment);
                if (itemKey == null) {
                    continue;
                }
                int comparison = bestKey == null ? 0 : ValueOrder.compare(itemKey, bestKey, evaluation.meter());
                boolean isBetter = kind == SortKind.MIN ? comparison < 0 : comparison > 0;
                equalKeys = isBetter ? 1 : comparison == 0 ? equalKeys + 1 : equalKeys;
                // min gives the first of equal items, max the last
                if (bestKey == null || (kind == SortKind.MIN ? comparison < 0 : comparison >= 0)) {
                    bestItem = elements.value();
                    bestKey = itemKey;
                }
            }
            endSteps(steps);
            if (bestKey != null && !(key instanceof PathNode.Identity)) {
                evaluation.trace().ties().add(this, this, bestKey, equalKeys - 1, bestItem);
            }
            return bestItem;
        }
    }

    /** Node for {@code count_by}: an object with the number of items for each output of the key, the most frequent first. */
    record CountBy(QueryNode key, NodeTraits traits) implements GroupNode {

        public CountBy(QueryNode key) {
            this(
                    key,
                    NodeTraits.ofEndedParts(
                            true, stack -> stack.addPhase(stack.addFrames(1).addValuePart(key))));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(key);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            QueryMeter queryMeter = evaluation.meter();
            evaluation.trace().setNode(this);
            if (!(input instanceof ArrayValue array)) {
                throw QueryError.typeError(input, "cannot be counted, as it is not an array", queryMeter);
            }
            DistinctValues keys = new DistinctValues(queryMeter);
            List<int[]> counts = new ArrayList<>();
            CertainSteps steps = CertainSteps.begin(evaluation);
            ValueIterator elements = array.items(queryMeter);
            while (elements.next()) {
                Value item = elements.value();
                OutputSink keySink = (value, none) -> {
                    int group = keys.add(StringFormat.toText(value, queryMeter));
                    if (group == counts.size()) {
                        counts.add(new int[1]);
                    }
                    counts.get(group)[0]++;
                    return true;
                };
                if (steps == null) {
                    key.eval(evaluation, environment, item, null, keySink);
                } else {
                    steps.run(() -> key.eval(evaluation, environment, item, null, keySink));
                }
            }
            if (steps != null) {
                steps.end();
            }
            Value[] names = keys.values();
            Integer[] order = new Integer[counts.size()];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> Integer.compare(counts.get(b)[0], counts.get(a)[0]));
            MapObjectValue object = new MapObjectValue();
            for (int group : order) {
                object.add((StringValue) names[group], NumberValue.of(counts.get(group)[0]), queryMeter);
            }
            return object;
        }
    }
}
