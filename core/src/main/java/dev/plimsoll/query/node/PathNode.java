package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.MapObjectValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.ObjectValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueAccess;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValuePath;
import dev.plimsoll.query.value.ValuePaths;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node that selects values inside its input. Computed values have no path. */
public sealed interface PathNode extends QueryNode {

    /** Node for {@code .}. */
    record Identity(NodeTraits traits) implements PathNode {

        public Identity() {
            this(NodeTraits.ofSingleValue());
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            return input;
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            return out.accept(input, inputPath);
        }
    }

    /** Node for {@code TERM.name}. */
    record Field(QueryNode term, StringValue name, NodeTraits traits) implements PathNode {

        public Field(QueryNode term, StringValue name) {
            this(term, name, NodeTraits.ofEndedParts(term.traits().isSingle(), stack -> stack.addSelection(term)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(term);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            Value value = term.evalSingle(evaluation, environment, input);
            evaluation.trace().setNode(this);
            return ValueAccess.field(value, name, evaluation.meter());
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            if (inputPath == null && traits.isSingle()) {
                return out.accept(evalSingle(evaluation, environment, input), null);
            }
            return term.eval(evaluation, environment, input, inputPath, (value, path) -> {
                evaluation.trace().setNode(this);
                ValuePath.checkStep(path, value, name, evaluation.meter());
                return out.accept(
                        ValueAccess.field(value, name, evaluation.meter()),
                        ValuePath.extend(path, name, evaluation.meter()));
            });
        }
    }

    /**
     * Node for {@code TERM[KEY]} and {@code TERM[KEY]?}. The key is computed from the input of this node.
     *
     * @param isOptional whether a step that fails produces no output
     */
    record Index(QueryNode term, QueryNode key, boolean isOptional, NodeTraits traits) implements PathNode {

        public Index(QueryNode term, QueryNode key) {
            this(term, key, false);
        }

        public Index(QueryNode term, QueryNode key, boolean isOptional) {
            this(
                    term,
                    key,
                    isOptional,
                    NodeTraits.ofEndedParts(
                            !isOptional
                                    && term.traits().isSingle()
                                    && key.traits().isSingle(),
                            stack -> (key.traits().isSingle() ? stack.addInnerParts(key) : stack.addValuePart(key))
                                    .addFrames(1)
                                    .addSelection(term)
                                    .addFrames(1)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(term, key);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            Value step = key.evalSingle(evaluation, environment, input);
            Value value = term.evalSingle(evaluation, environment, input);
            evaluation.trace().setNode(this);
            evaluation.trace().ties().onIndex(this, value, step, evaluation.meter());
            return ValueAccess.index(value, step, evaluation.meter());
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            if (inputPath == null && traits.isSingle()) {
                return out.accept(evalSingle(evaluation, environment, input), null);
            }
            if (key.traits().isSingle()) {
                Value step = key.evalSingle(evaluation, environment, input);
                return select(step, evaluation, environment, input, inputPath, out);
            }
            return key.eval(
                    evaluation,
                    environment,
                    input,
                    null,
                    (step, none) -> select(step, evaluation, environment, input, inputPath, out));
        }

        private boolean select(
                Value step,
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            return term.eval(evaluation, environment, input, inputPath, (value, path) -> {
                evaluation.trace().setNode(this);
                evaluation.trace().ties().onIndex(this, value, step, evaluation.meter());
                return passSelected(value, path, step, isOptional, evaluation, out);
            });
        }
    }

    /**
     * Node for {@code TERM[FROM:TO]} and {@code TERM[FROM:TO]?}. A missing bound is a literal null.
     *
     * @param isOptional whether a step that fails produces no output
     */
    record Slice(QueryNode term, QueryNode from, QueryNode to, boolean isOptional, NodeTraits traits)
            implements PathNode {

        public Slice(QueryNode term, QueryNode from, QueryNode to, boolean isOptional) {
            this(
                    term,
                    from,
                    to,
                    isOptional,
                    NodeTraits.of(stack -> (hasSingleBounds(from, to)
                                    ? stack.addInnerParts(from, to)
                                    : stack.addValuePart(to).addValuePart(from))
                            .addFrames(1)
                            .addSelection(term)
                            .addFrames(1)));
        }

        private static boolean hasSingleBounds(QueryNode from, QueryNode to) {
            return from.traits().isSingle() && to.traits().isSingle();
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(term, from, to);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            if (hasSingleBounds(from, to)) {
                Value end = to.evalSingle(evaluation, environment, input);
                MapObjectValue step = range(from.evalSingle(evaluation, environment, input), end, evaluation.meter());
                return select(step, evaluation, environment, input, inputPath, out);
            }
            return to.eval(
                    evaluation,
                    environment,
                    input,
                    null,
                    (end, none) -> from.eval(
                            evaluation,
                            environment,
                            input,
                            null,
                            (start, ignored) -> select(
                                    range(start, end, evaluation.meter()),
                                    evaluation,
                                    environment,
                                    input,
                                    inputPath,
                                    out)));
        }

        private static MapObjectValue range(Value start, Value end, QueryMeter queryMeter) {
            return new MapObjectValue()
                    .add(ValueAccess.START, start, queryMeter)
                    .add(ValueAccess.END, end, queryMeter);
        }

        private boolean select(
                MapObjectValue step,
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            return term.eval(evaluation, environment, input, inputPath, (value, path) -> {
                evaluation.trace().setNode(this);
                evaluation.trace().ties().onSlice(this, value, step, evaluation.meter());
                return passSelected(value, path, step, isOptional, evaluation, out);
            });
        }
    }

    /** Passes the part of a value that a step selects. */
    private static boolean passSelected(
            Value value,
            @Nullable ValuePath path,
            Value step,
            boolean isOptional,
            Evaluation evaluation,
            OutputSink out) {
        ValuePath.checkStep(path, value, step, evaluation.meter());
        Value selected;
        try {
            selected = ValueAccess.index(value, step, evaluation.meter());
        } catch (QueryError e) {
            if (!isOptional) {
                throw e;
            }
            return true;
        }
        return out.accept(selected, ValuePath.extend(path, step, evaluation.meter()));
    }

    /** Node for {@code TERM[]}. */
    record Iterate(QueryNode term, NodeTraits traits) implements PathNode {

        public Iterate(QueryNode term) {
            this(term, NodeTraits.of(stack -> stack.addSelection(term).addFrames(1)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(term);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            if (inputPath == null && term.traits().isSingle()) {
                Value value = term.evalSingle(evaluation, environment, input);
                evaluation.trace().setNode(this);
                return passItems(value, null, evaluation, out);
            }
            return term.eval(evaluation, environment, input, inputPath, (value, path) -> {
                evaluation.trace().setNode(this);
                ValuePath.checkIteration(path, value, evaluation.meter());
                return passItems(value, path, evaluation, out);
            });
        }

        static boolean passItems(Value value, @Nullable ValuePath path, Evaluation evaluation, OutputSink out) {
            ValueIterator elements = ValueAccess.items(value, evaluation.meter());
            for (int i = 0; elements.next(); i++) {
                ValuePath itemPath = path == null ? null : path.child(keyOf(elements, i), evaluation.meter());
                if (!out.accept(elements.value(), itemPath)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Node for {@code ..}: the value and all values inside it, at any depth. */
    record Recurse(NodeTraits traits) implements PathNode {

        private static final int BYTES_PER_LEVEL = 128;

        public Recurse() {
            this(NodeTraits.of(stack -> stack));
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            evaluation.trace().setNode(this);
            ValuePath.checkIteration(inputPath, input, evaluation.meter());
            if (!out.accept(input, inputPath)) {
                return false;
            }
            Deque<Level> levels = new ArrayDeque<>();
            addLevel(input, inputPath, levels, evaluation.meter());
            while (!levels.isEmpty()) {
                Level level = levels.getLast();
                if (!level.elements.next()) {
                    levels.removeLast();
                    continue;
                }
                Value value = level.elements.value();
                ValuePath path = level.nextPath(evaluation.meter());
                if (!out.accept(value, path)) {
                    return false;
                }
                addLevel(value, path, levels, evaluation.meter());
            }
            return true;
        }

        private static void addLevel(
                Value value, @Nullable ValuePath path, Deque<Level> levels, QueryMeter queryMeter) {
            if (value instanceof ArrayValue || value instanceof ObjectValue) {
                queryMeter.addBuiltBytes(BYTES_PER_LEVEL);
                levels.addLast(new Level(ValueAccess.items(value, queryMeter), path));
            }
        }

        private static final class Level {

            private final ValueIterator elements;
            private final @Nullable ValuePath path;
            private int nextIndex;

            Level(ValueIterator elements, @Nullable ValuePath path) {
                this.elements = elements;
                this.path = path;
            }

            @Nullable ValuePath nextPath(QueryMeter queryMeter) {
                return path == null ? null : path.child(keyOf(elements, nextIndex++), queryMeter);
            }
        }
    }

    private static Value keyOf(ValueIterator elements, int i) {
        return elements instanceof ObjectValue.Entries entries ? entries.key() : NumberValue.of(i);
    }

    /** Node for {@code getpath(PATH)}. */
    record GetPath(QueryNode path, NodeTraits traits) implements PathNode {

        public GetPath(QueryNode path) {
            this(path, NodeTraits.of(stack -> stack.addValuePart(path)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(path);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            return path.eval(evaluation, environment, input, null, (value, none) -> {
                evaluation.trace().setNode(this);
                ListArrayValue steps = ValuePaths.steps(value, evaluation.meter());
                ValuePath outputPath =
                        inputPath == null ? null : ValuePath.require(inputPath, input, evaluation.meter());
                if (outputPath != null) {
                    ValueIterator elements = steps.items(evaluation.meter());
                    while (elements.next()) {
                        outputPath = outputPath.child(elements.value(), evaluation.meter());
                    }
                }
                return out.accept(ValuePaths.get(input, steps, evaluation.meter()), outputPath);
            });
        }
    }
}
