package dev.plimsoll.query.node;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.DistinctValues;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValueOrder;
import dev.plimsoll.query.value.ValuePath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node that consumes many values, the outputs of a source or the items of an array: it combines them, or selects some. */
public sealed interface FoldNode extends QueryNode {

    /**
     * Node for {@code reduce SOURCE as PATTERN (INIT; UPDATE)} and {@code foreach SOURCE as PATTERN (INIT; UPDATE;
     * EXTRACT)}. If an update has several outputs, the last one is the next state.
     *
     * @param extract outputs of {@code foreach} for each state; null for {@code reduce}, which produces only the last state
     */
    record Fold(
            QueryNode source,
            DestructuringPattern pattern,
            QueryNode init,
            QueryNode update,
            @Nullable QueryNode extract,
            NodeTraits traits)
            implements FoldNode {

        public static Fold reduce(QueryNode source, DestructuringPattern pattern, QueryNode init, QueryNode update) {
            NodeTraits traits = NodeTraits.of(stack -> {
                NodeTraits.StackUse atInit = stack.frames(1).selection(init);
                return atInit.covering(atInit.value(source).binding(pattern).selection(update));
            });
            return new Fold(source, pattern, init, update, null, traits);
        }

        public static Fold foreach(
                QueryNode source, DestructuringPattern pattern, QueryNode init, QueryNode update, QueryNode extract) {
            NodeTraits traits = NodeTraits.of(stack -> stack.frames(1)
                    .selection(init)
                    .value(source)
                    .binding(pattern)
                    .selection(update)
                    .last(extract));
            return new Fold(source, pattern, init, update, extract, traits);
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            return init.eval(evaluation, environment, in, at, (start, path) -> {
                State state = new State(start, path);
                boolean more = source.eval(
                        evaluation,
                        environment,
                        in,
                        null,
                        (value, none) -> pattern.bind(evaluation, environment, value, inner -> {
                            Value before = state.value;
                            ValuePath pathBefore = state.path;
                            state.accept(ConstantValue.NULL, at == null ? null : ValuePath.NONE);
                            OutputSink sink = sink(state, evaluation, inner, out);
                            return update.eval(evaluation, inner, before, pathBefore, sink);
                        }));
                return extract == null ? out.accept(state.value, state.path) : more;
            });
        }

        private OutputSink sink(State state, Evaluation evaluation, Environment inner, OutputSink out) {
            QueryNode each = extract;
            if (each == null) {
                return state;
            }
            return (value, path) -> {
                state.accept(value, path);
                return each.eval(evaluation, inner, value, path, out);
            };
        }

        /** State between two updates. */
        private static final class State implements OutputSink {

            private Value value;
            private @Nullable ValuePath path;

            State(Value value, @Nullable ValuePath path) {
                this.value = value;
                this.path = path;
            }

            @Override
            public boolean accept(Value next, @Nullable ValuePath nextPath) {
                value = next;
                path = nextPath;
                return true;
            }
        }
    }

    /** Node for {@code add}: the sum of all values. Texts are collected, so that they are not copied for each addition. */
    record Sum(QueryNode source, NodeTraits traits) implements FoldNode {

        public Sum(QueryNode source) {
            this(source, NodeTraits.single(source));
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
            Accumulator sum = new Accumulator(evaluation);
            source.eval(evaluation, environment, in, null, sum);
            return sum.value();
        }

        private static final class Accumulator implements OutputSink {

            private final Evaluation evaluation;
            private Value sum = ConstantValue.NULL;
            private @Nullable ByteSink text;

            Accumulator(Evaluation evaluation) {
                this.evaluation = evaluation;
            }

            @Override
            public boolean accept(Value next, @Nullable ValuePath at) {
                evaluation.meter().step();
                if (next instanceof StringValue s && (text != null || sum instanceof StringValue)) {
                    if (text == null) {
                        text = new ByteSink(256).raw(((StringValue) sum).text());
                    }
                    text.raw(s.text());
                    evaluation.meter().addBuiltBytes(s.text().length());
                    return true;
                }
                if (!next.isNull()) {
                    sum = QueryOperator.ADD.apply(value(), next, evaluation.meter());
                }
                return true;
            }

            private Value value() {
                return text == null ? sum : StringValue.ofText(text.slice());
            }
        }
    }

    /** Node for {@code any}, {@code all}, and {@code isempty}. It stops as soon as the result is certain. */
    record Quantifier(QuantifierKind kind, QueryNode source, QueryNode condition, NodeTraits traits)
            implements FoldNode {

        /** Number of outputs for which the condition must be true. */
        public enum QuantifierKind {
            ANY,
            ALL,
            NONE
        }

        public Quantifier(QuantifierKind kind, QueryNode source, QueryNode condition) {
            this(
                    kind,
                    source,
                    condition,
                    NodeTraits.ending(
                            true,
                            stack ->
                                    stack.covering(stack.frames(1).value(source).inner(condition))));
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
            boolean decisive = kind != QuantifierKind.ALL;
            boolean found = !source.eval(
                    evaluation,
                    environment,
                    in,
                    null,
                    (value, none) -> condition.eval(
                            evaluation, environment, value, null, (truth, ignored) -> truth.isTrue() != decisive));
            return ConstantValue.of(found == (kind == QuantifierKind.ANY));
        }
    }

    /** Node for {@code first(BODY)}, which stops the body after its first output, and {@code last(BODY)}. */
    record EndOutput(boolean isFirst, QueryNode body, NodeTraits traits) implements FoldNode {

        public EndOutput(boolean isFirst, QueryNode body) {
            this(isFirst, body, NodeTraits.of(stack -> stack.covering(stack.selection(body))));
        }

        public static EndOutput first(QueryNode body) {
            return new EndOutput(true, body);
        }

        public static EndOutput last(QueryNode body) {
            return new EndOutput(false, body);
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            Latest latest = new Latest();
            body.eval(evaluation, environment, in, at, latest);
            return latest.value == null || out.accept(latest.value, latest.path);
        }

        private final class Latest implements OutputSink {

            private @Nullable Value value;
            private @Nullable ValuePath path;

            @Override
            public boolean accept(Value next, @Nullable ValuePath at) {
                value = next;
                path = at;
                return !isFirst;
            }
        }
    }

    /** Node for {@code limit(N; BODY)}, {@code skip(N; BODY)}, and {@code nth(N; BODY)}. */
    record Limit(LimitKind kind, QueryNode number, QueryNode body, NodeTraits traits) implements FoldNode {

        /** Outputs of the body that are passed on. */
        public enum LimitKind {
            LIMIT,
            SKIP,
            NTH
        }

        public Limit(LimitKind kind, QueryNode number, QueryNode body) {
            this(kind, number, body, NodeTraits.of(stack -> stack.value(number).selection(body)));
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            return number.eval(evaluation, environment, in, null, (n, none) -> {
                if (!(n instanceof NumberValue count)) {
                    throw new QueryError("Invalid arguments: the count must be a number");
                }
                if (count.signum() < 0) {
                    throw new QueryError(
                            kind == LimitKind.NTH
                                    ? "Out of bounds negative array index"
                                    : "Invalid arguments: the count must not be negative");
                }
                Counter counter = new Counter(count.toLong(), out);
                if (kind == LimitKind.LIMIT && counter.remaining == 0) {
                    return true;
                }
                return body.eval(evaluation, environment, in, at, counter) || counter.isDone;
            });
        }

        private final class Counter implements OutputSink {

            private final OutputSink out;
            private long remaining;
            private boolean isDone;

            Counter(long left, OutputSink out) {
                this.remaining = left;
                this.out = out;
            }

            @Override
            public boolean accept(Value value, @Nullable ValuePath at) {
                if (kind == LimitKind.SKIP) {
                    return remaining-- > 0 || out.accept(value, at);
                }
                if (kind == LimitKind.NTH && remaining-- > 0) {
                    return true;
                }
                boolean more = out.accept(value, at);
                isDone = more && (kind == LimitKind.NTH || --remaining == 0);
                return more && !isDone;
            }
        }
    }

    /**
     * Node for {@code sort_by}, {@code group_by}, {@code unique_by}, {@code min_by}, and {@code max_by}, and their variants
     * without a key.
     */
    record Sort(SortKind kind, QueryNode key, NodeTraits traits) implements FoldNode {

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

            SortKind(String word, String done) {
                this.functionName = word;
                this.participle = done;
            }

            public String functionName() {
                return functionName;
            }
        }

        private record KeyedItem(Value key, Value item) {}

        public Sort(SortKind kind, QueryNode key) {
            // several outputs are one key, compared in order
            this(
                    kind,
                    key.traits().isSingle() ? key : new ValueNode.ArrayConstruction(key),
                    NodeTraits.ending(true, stack -> stack.frames(4).inner(key)));
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
            if (!(in instanceof ArrayValue array)) {
                throw QueryError.typeError(
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
            ValueIterator elements = array.items(queryMeter);
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
            ValueIterator elements = array.items(queryMeter);
            while (elements.next()) {
                int group = keys.add(key.evalSingle(evaluation, environment, elements.value()));
                if (group == groups.size()) {
                    groups.add(new ListArrayValue(1).add(elements.value(), queryMeter));
                } else if (kind == SortKind.GROUP) {
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
                result.add(kind == SortKind.GROUP || first == null ? items : first, queryMeter);
            }
            return result;
        }

        private Value extreme(ArrayValue array, Evaluation evaluation, Environment environment) {
            Value best = ConstantValue.NULL;
            Value bestKey = null;
            ValueIterator elements = array.items(evaluation.meter());
            while (elements.next()) {
                Value itemKey = key.evalSingle(evaluation, environment, elements.value());
                int order = bestKey == null ? 0 : ValueOrder.compare(itemKey, bestKey, evaluation.meter());
                // min gives the first of equal items, max the last
                if (bestKey == null || (kind == SortKind.MIN ? order < 0 : order >= 0)) {
                    best = elements.value();
                    bestKey = itemKey;
                }
            }
            return best;
        }
    }
}
