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

/** Node that selects values inside its input. Outputs of other nodes have no path. */
public sealed interface PathNode extends QueryNode {

    /** Node for {@code .}. */
    record Identity(NodeTraits traits) implements PathNode {

        public Identity() {
            this(NodeTraits.single());
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
            return in;
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            return out.accept(in, at);
        }
    }

    /** Node for {@code TERM.name}. */
    record Field(QueryNode term, StringValue name, NodeTraits traits) implements PathNode {

        public Field(QueryNode term, StringValue name) {
            this(term, name, NodeTraits.ending(term.traits().isSingle(), stack -> stack.selection(term)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(term);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
            Value value = term.evalSingle(evaluation, environment, in);
            evaluation.trace().at(this);
            return ValueAccess.field(value, name, evaluation.meter());
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            if (at == null && traits.isSingle()) {
                return out.accept(evalSingle(evaluation, environment, in), null);
            }
            return term.eval(evaluation, environment, in, at, (value, path) -> {
                evaluation.trace().at(this);
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
                    NodeTraits.ending(
                            !isOptional
                                    && term.traits().isSingle()
                                    && key.traits().isSingle(),
                            stack -> (key.traits().isSingle() ? stack.inner(key) : stack.value(key))
                                    .frames(1)
                                    .selection(term)
                                    .frames(1)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(term, key);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
            Value step = key.evalSingle(evaluation, environment, in);
            Value value = term.evalSingle(evaluation, environment, in);
            evaluation.trace().at(this);
            evaluation.trace().ties().onIndex(this, value, step, evaluation.meter());
            return ValueAccess.index(value, step, evaluation.meter());
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            if (at == null && traits.isSingle()) {
                return out.accept(evalSingle(evaluation, environment, in), null);
            }
            if (key.traits().isSingle()) {
                Value step = key.evalSingle(evaluation, environment, in);
                return select(step, evaluation, environment, in, at, out);
            }
            return key.eval(
                    evaluation,
                    environment,
                    in,
                    null,
                    (step, none) -> select(step, evaluation, environment, in, at, out));
        }

        private boolean select(
                Value step,
                Evaluation evaluation,
                Environment environment,
                Value in,
                @Nullable ValuePath at,
                OutputSink out) {
            return term.eval(evaluation, environment, in, at, (value, path) -> {
                evaluation.trace().at(this);
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
                    NodeTraits.of(stack -> (areBoundsSingle(from, to)
                                    ? stack.inner(from, to)
                                    : stack.value(to).value(from))
                            .frames(1)
                            .selection(term)
                            .frames(1)));
        }

        private static boolean areBoundsSingle(QueryNode from, QueryNode to) {
            return from.traits().isSingle() && to.traits().isSingle();
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(term, from, to);
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            if (areBoundsSingle(from, to)) {
                Value end = to.evalSingle(evaluation, environment, in);
                MapObjectValue step = range(from.evalSingle(evaluation, environment, in), end, evaluation.meter());
                return select(step, evaluation, environment, in, at, out);
            }
            return to.eval(
                    evaluation,
                    environment,
                    in,
                    null,
                    (end, none) -> from.eval(
                            evaluation,
                            environment,
                            in,
                            null,
                            (start, ignored) -> select(
                                    range(start, end, evaluation.meter()), evaluation, environment, in, at, out)));
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
                Value in,
                @Nullable ValuePath at,
                OutputSink out) {
            return term.eval(evaluation, environment, in, at, (value, path) -> {
                evaluation.trace().at(this);
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
        Value part;
        try {
            part = ValueAccess.index(value, step, evaluation.meter());
        } catch (QueryError e) {
            if (!isOptional) {
                throw e;
            }
            return true;
        }
        return out.accept(part, ValuePath.extend(path, step, evaluation.meter()));
    }

    /** Node for {@code TERM[]}. */
    record Iterate(QueryNode term, NodeTraits traits) implements PathNode {

        public Iterate(QueryNode term) {
            this(term, NodeTraits.of(stack -> stack.selection(term).frames(1)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(term);
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            if (at == null && term.traits().isSingle()) {
                Value value = term.evalSingle(evaluation, environment, in);
                evaluation.trace().at(this);
                return each(value, null, evaluation, out);
            }
            return term.eval(evaluation, environment, in, at, (value, path) -> {
                evaluation.trace().at(this);
                ValuePath.checkIteration(path, value, evaluation.meter());
                return each(value, path, evaluation, out);
            });
        }

        static boolean each(Value value, @Nullable ValuePath path, Evaluation evaluation, OutputSink out) {
            ValueIterator elements = ValueAccess.items(value, evaluation.meter());
            for (int i = 0; elements.next(); i++) {
                ValuePath to = path == null ? null : path.child(key(elements, i), evaluation.meter());
                if (!out.accept(elements.value(), to)) {
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
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            evaluation.trace().at(this);
            ValuePath.checkIteration(at, in, evaluation.meter());
            if (!out.accept(in, at)) {
                return false;
            }
            Deque<Level> levels = new ArrayDeque<>();
            enter(in, at, levels, evaluation.meter());
            while (!levels.isEmpty()) {
                Level level = levels.getLast();
                if (!level.elements.next()) {
                    levels.removeLast();
                    continue;
                }
                Value value = level.elements.value();
                ValuePath path = level.path(evaluation.meter());
                if (!out.accept(value, path)) {
                    return false;
                }
                enter(value, path, levels, evaluation.meter());
            }
            return true;
        }

        private static void enter(Value value, @Nullable ValuePath path, Deque<Level> levels, QueryMeter queryMeter) {
            if (value instanceof ArrayValue || value instanceof ObjectValue) {
                queryMeter.addBuiltBytes(BYTES_PER_LEVEL);
                levels.addLast(new Level(ValueAccess.items(value, queryMeter), path));
            }
        }

        private static final class Level {

            private final ValueIterator elements;
            private final @Nullable ValuePath outer;
            private int next;

            Level(ValueIterator elements, @Nullable ValuePath outer) {
                this.elements = elements;
                this.outer = outer;
            }

            @Nullable ValuePath path(QueryMeter queryMeter) {
                return outer == null ? null : outer.child(key(elements, next++), queryMeter);
            }
        }
    }

    private static Value key(ValueIterator elements, int i) {
        return elements instanceof ObjectValue.Entries entries ? entries.key() : NumberValue.of(i);
    }

    /** Node for {@code getpath(PATH)}. */
    record GetPath(QueryNode path, NodeTraits traits) implements PathNode {

        public GetPath(QueryNode path) {
            this(path, NodeTraits.of(stack -> stack.value(path)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(path);
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            return path.eval(evaluation, environment, in, null, (value, none) -> {
                evaluation.trace().at(this);
                ListArrayValue steps = ValuePaths.steps(value, evaluation.meter());
                ValuePath to = at == null ? null : ValuePath.require(at, in, evaluation.meter());
                if (to != null) {
                    ValueIterator elements = steps.items(evaluation.meter());
                    while (elements.next()) {
                        to = to.child(elements.value(), evaluation.meter());
                    }
                }
                return out.accept(ValuePaths.get(in, steps, evaluation.meter()), to);
            });
        }
    }
}
