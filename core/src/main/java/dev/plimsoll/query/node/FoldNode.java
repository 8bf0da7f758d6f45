package dev.plimsoll.query.node;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node that consumes many values, such as the outputs of a source: it combines them, or selects some. */
public sealed interface FoldNode extends QueryNode {

    /**
     * Node for {@code reduce SOURCE as PATTERN (INIT; UPDATE)} and {@code foreach SOURCE as PATTERN (INIT; UPDATE;
     * EXTRACT)}. If an update has several outputs, the last one is the next state; if it has none, the next state is
     * null.
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

        @Override
        public List<QueryNode> parts() {
            return extract == null ? List.of(source, init, update) : List.of(source, init, update, extract);
        }

        public static Fold reduce(QueryNode source, DestructuringPattern pattern, QueryNode init, QueryNode update) {
            NodeTraits traits = NodeTraits.of(stack -> {
                NodeTraits.StackUse initialUse = stack.addFrames(1).addSelection(init);
                return initialUse.addPhase(
                        initialUse.addValuePart(source).addPattern(pattern).addSelection(update));
            });
            return new Fold(source, pattern, init, update, null, traits);
        }

        public static Fold foreach(
                QueryNode source, DestructuringPattern pattern, QueryNode init, QueryNode update, QueryNode extract) {
            NodeTraits traits = NodeTraits.of(stack -> stack.addFrames(1)
                    .addSelection(init)
                    .addValuePart(source)
                    .addPattern(pattern)
                    .addSelection(update)
                    .addLastParts(extract));
            return new Fold(source, pattern, init, update, extract, traits);
        }

        @Override
        public boolean eval(
                Evaluation outer, Environment environment, Value input, @Nullable ValuePath inputPath, OutputSink out) {
            Evaluation evaluation = outer.withUncertainCalls();
            return init.eval(evaluation, environment, input, inputPath, (start, path) -> {
                State state = new State(start, path);
                boolean canContinue = source.eval(
                        evaluation,
                        environment,
                        input,
                        null,
                        (value, none) -> pattern.bind(evaluation, environment, value, inner -> {
                            Value previousValue = state.value;
                            ValuePath previousPath = state.path;
                            state.accept(ConstantValue.NULL, inputPath == null ? null : ValuePath.NONE);
                            OutputSink sink = updateSink(state, evaluation, inner, out);
                            return update.eval(evaluation, inner, previousValue, previousPath, sink);
                        }));
                return extract == null ? out.accept(state.value, state.path) : canContinue;
            });
        }

        private OutputSink updateSink(State state, Evaluation evaluation, Environment inner, OutputSink out) {
            QueryNode extractNode = extract;
            if (extractNode == null) {
                return state;
            }
            return (value, path) -> {
                state.accept(value, path);
                return extractNode.eval(evaluation, inner, value, path, out);
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
            this(source, NodeTraits.ofSingleValue(source));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(source);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            Accumulator sum = new Accumulator(this, evaluation);
            source.eval(evaluation, environment, input, null, sum);
            return sum.value();
        }

        private static final class Accumulator implements OutputSink {

            private final Sum node;
            private final Evaluation evaluation;
            private Value sum = ConstantValue.NULL;
            private @Nullable ByteSink text;

            Accumulator(Sum node, Evaluation evaluation) {
                this.node = node;
                this.evaluation = evaluation;
            }

            @Override
            public boolean accept(Value next, @Nullable ValuePath nextPath) {
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
                    evaluation.trace().setNode(node);
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
                    NodeTraits.ofEndedParts(
                            true,
                            stack -> stack.addPhase(
                                    stack.addFrames(1).addValuePart(source).addInnerParts(condition))));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(source, condition);
        }

        @Override
        public Value evalSingle(Evaluation outer, Environment environment, Value input) {
            Evaluation evaluation = outer.withUncertainCalls();
            // any and none are decided by the first true output, all by the first false output; then the source stops
            boolean isDecidedByTrue = kind != QuantifierKind.ALL;
            boolean isDecided = !source.eval(
                    evaluation,
                    environment,
                    input,
                    null,
                    (value, none) -> condition.eval(
                            evaluation,
                            environment,
                            value,
                            null,
                            (truth, ignored) -> truth.isTrue() != isDecidedByTrue));
            return ConstantValue.of(isDecided == (kind == QuantifierKind.ANY));
        }
    }

    /** Node for {@code first(BODY)}, which stops the body after its first output, and {@code last(BODY)}. */
    record FirstOrLast(boolean isFirst, QueryNode body, NodeTraits traits) implements FoldNode {

        public FirstOrLast(boolean isFirst, QueryNode body) {
            this(isFirst, body, NodeTraits.of(stack -> stack.addPhase(stack.addSelection(body))));
        }

        public static FirstOrLast first(QueryNode body) {
            return new FirstOrLast(true, body);
        }

        public static FirstOrLast last(QueryNode body) {
            return new FirstOrLast(false, body);
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(body);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            SelectedOutput selected = new SelectedOutput();
            Value array = isFirst && inputPath == null ? iteratedValue(body, evaluation, environment, input) : null;
            if (array == null) {
                body.eval(
                        isFirst ? evaluation.withUncertainCalls() : evaluation,
                        environment,
                        input,
                        inputPath,
                        selected);
            } else {
                evaluation.trace().ties().onFirst(this, array, 1, evaluation.meter());
                PathNode.Iterate.passItems(array, null, evaluation, selected);
            }
            return selected.value == null || out.accept(selected.value, selected.path);
        }

        private final class SelectedOutput implements OutputSink {

            private @Nullable Value value;
            private @Nullable ValuePath path;

            @Override
            public boolean accept(Value next, @Nullable ValuePath nextPath) {
                value = next;
                path = nextPath;
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
            this(
                    kind,
                    number,
                    body,
                    NodeTraits.of(stack -> stack.addValuePart(number).addSelection(body)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(number, body);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            return number.eval(evaluation, environment, input, null, (countValue, none) -> {
                evaluation.trace().setNode(this);
                if (!(countValue instanceof NumberValue count)) {
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
                Value array = kind == LimitKind.LIMIT && inputPath == null
                        ? iteratedValue(body, evaluation, environment, input)
                        : null;
                if (array != null) {
                    evaluation.trace().ties().onFirst(this, array, counter.remaining, evaluation.meter());
                    return PathNode.Iterate.passItems(array, null, evaluation, counter) || counter.isDone;
                }
                return body.eval(evaluation.withUncertainCalls(), environment, input, inputPath, counter)
                        || counter.isDone;
            });
        }

        private final class Counter implements OutputSink {

            private final OutputSink out;
            private long remaining;
            private boolean isDone;

            Counter(long maxOutputs, OutputSink out) {
                this.remaining = maxOutputs;
                this.out = out;
            }

            @Override
            public boolean accept(Value value, @Nullable ValuePath path) {
                if (kind == LimitKind.SKIP) {
                    return remaining-- > 0 || out.accept(value, path);
                }
                if (kind == LimitKind.NTH && remaining-- > 0) {
                    return true;
                }
                boolean canContinue = out.accept(value, path);
                isDone = canContinue && (kind == LimitKind.NTH || --remaining == 0);
                return canContinue && !isDone;
            }
        }
    }

    /**
     * Returns the array or object whose items are the outputs of a body {@code TERM[]}; null for any other
     * body.
     */
    private static @Nullable Value iteratedValue(
            QueryNode body, Evaluation evaluation, Environment environment, Value input) {
        if (!(body instanceof PathNode.Iterate iterate)
                || !iterate.term().traits().isSingle()) {
            return null;
        }
        Value value = iterate.term().evalSingle(evaluation, environment, input);
        evaluation.trace().setNode(body);
        return value;
    }
}
