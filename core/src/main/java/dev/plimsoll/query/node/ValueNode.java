package dev.plimsoll.query.node;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.query.text.StringFormat;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.MapObjectValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import dev.plimsoll.query.value.ValueWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node that produces new values: literals, variables, and constructions of arrays, objects, and strings. */
public sealed interface ValueNode extends QueryNode {

    /** Node for a literal value in the expression. */
    record Literal(Value value, NodeTraits traits) implements ValueNode {

        public Literal(Value value) {
            this(value, NodeTraits.ofSingleValue());
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            return value;
        }
    }

    /** Node for {@code $name}, which is bound {@code hops} names further out. */
    record Variable(int hops, NodeTraits traits) implements ValueNode {

        public Variable(int hops) {
            this(hops, NodeTraits.ofSingleValue());
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            return environment.enclosing(hops).value();
        }
    }

    /** Node for {@code [BODY]}. */
    record ArrayConstruction(QueryNode body, NodeTraits traits) implements ValueNode {

        public ArrayConstruction(QueryNode body) {
            this(body, NodeTraits.ofSingleValue(body));
        }

        /** Returns whether the body is {@code .[] | f}, and {@code f} has exactly one output. */
        private boolean isMapOfItems() {
            return body instanceof ControlNode.Pipe pipe
                    && pipe.left() instanceof PathNode.Iterate iterate
                    && iterate.term() instanceof PathNode.Identity
                    && pipe.right().traits().isSingle();
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(body);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            ListArrayValue items = new ListArrayValue(0);
            body.eval(evaluation, environment, input, null, (value, none) -> {
                evaluation.meter().step();
                items.add(value, evaluation.meter());
                return true;
            });
            if (isMapOfItems()) {
                // the results are in the order of the items
                items.setSortKeys(input.sortKeys());
            }
            return items;
        }
    }

    /** Member of an object construction. */
    record Member(QueryNode key, QueryNode value) {}

    /**
     * Node for <code>{KEY: VALUE}</code>. If keys or values have several outputs, it produces one object for each combination.
     */
    record ObjectConstruction(List<Member> members, NodeTraits traits) implements ValueNode {

        public ObjectConstruction(List<Member> members) {
            this(List.copyOf(members), traits(members));
        }

        private static NodeTraits traits(List<Member> members) {
            List<QueryNode> parts = new ArrayList<>();
            for (Member member : members) {
                parts.add(0, member.key);
                parts.add(0, member.value);
            }
            return NodeTraits.ofCombinations(parts);
        }

        @Override
        public List<QueryNode> parts() {
            List<QueryNode> parts = new ArrayList<>();
            for (Member member : members) {
                parts.add(member.key);
                parts.add(member.value);
            }
            return parts;
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            evaluation.meter().step();
            MapObjectValue object = new MapObjectValue();
            CertainSteps steps = CertainSteps.begin(evaluation);
            for (Member member : members) {
                if (steps == null) {
                    addSingle(member, object, evaluation, environment, input);
                } else {
                    steps.run(() -> addSingle(member, object, evaluation, environment, input));
                }
            }
            if (steps != null) {
                steps.end();
            }
            return object;
        }

        private MapObjectValue addSingle(
                Member member, MapObjectValue object, Evaluation evaluation, Environment environment, Value input) {
            Value name = member.key.evalSingle(evaluation, environment, input);
            evaluation.trace().setNode(this);
            StringValue key = requireName(name, evaluation);
            return object.add(key, member.value.evalSingle(evaluation, environment, input), evaluation.meter());
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            ValuePath noPath = inputPath == null ? null : ValuePath.NONE;
            if (traits.isSingle()) {
                return out.accept(evalSingle(evaluation, environment, input), noPath);
            }
            OutputSink sinkWithoutPaths = inputPath == null ? out : (value, none) -> out.accept(value, noPath);
            return combine(0, new MapObjectValue(), evaluation, environment, input, sinkWithoutPaths);
        }

        private boolean combine(
                int i,
                MapObjectValue object,
                Evaluation evaluation,
                Environment environment,
                Value input,
                OutputSink out) {
            if (i == members.size()) {
                return out.accept(object, null);
            }
            CertainSteps steps = CertainSteps.begin(evaluation);
            if (steps == null) {
                return combineFrom(i, object, evaluation, environment, input, out);
            }
            Boolean canContinueOrNull = steps.run(() -> combineFrom(i, object, evaluation, environment, input, out));
            if (canContinueOrNull == null) {
                // the calls of the other members do not depend on this one
                for (Member other : members.subList(i + 1, members.size())) {
                    steps.run(() -> other.value.eval(evaluation, environment, input, null, (value, none) -> true));
                }
            }
            steps.end();
            return canContinueOrNull == null || canContinueOrNull;
        }

        private boolean combineFrom(
                int i,
                MapObjectValue object,
                Evaluation evaluation,
                Environment environment,
                Value input,
                OutputSink out) {
            Member member = members.get(i);
            return member.key.eval(
                    evaluation,
                    environment,
                    input,
                    null,
                    (name, none) -> member.value.eval(evaluation, environment, input, null, (value, ignored) -> {
                        evaluation.meter().step();
                        evaluation.trace().setNode(this);
                        MapObjectValue extended = object.with(requireName(name, evaluation), value, evaluation.meter());
                        return combine(i + 1, extended, evaluation, environment, input, out);
                    }));
        }

        private static StringValue requireName(Value key, Evaluation evaluation) {
            if (key instanceof StringValue name) {
                return name;
            }
            throw QueryError.about(
                    key,
                    "Cannot use " + key.kind().typeName() + " (" + ValueWriter.excerpt(key, evaluation.meter())
                            + ") as object key");
        }
    }

    /** Node for <code>"text \(EXPRESSION) text"</code> in a format. Literals stay unchanged; all other values are formatted. */
    record StringConstruction(StringFormat stringFormat, List<QueryNode> parts, NodeTraits traits)
            implements ValueNode {

        public StringConstruction(StringFormat stringFormat, List<QueryNode> parts) {
            this(stringFormat, List.copyOf(parts), NodeTraits.ofCombinations(parts));
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            Value[] values = new Value[parts.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = parts.get(i).evalSingle(evaluation, environment, input);
            }
            return joinParts(values, evaluation);
        }

        private StringValue joinParts(Value[] values, Evaluation evaluation) {
            ByteSink text = new ByteSink(64);
            for (int i = 0; i < values.length; i++) {
                StringValue part = parts.get(i) instanceof Literal && values[i] instanceof StringValue s
                        ? s
                        : stringFormat.format(values[i], evaluation.meter());
                text.raw(part.text());
            }
            evaluation.meter().addBuiltBytes(text.size());
            evaluation.meter().addScannedBytes(text.size());
            return StringValue.ofText(text.slice());
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            ValuePath noPath = inputPath == null ? null : ValuePath.NONE;
            if (traits.isSingle()) {
                return out.accept(evalSingle(evaluation, environment, input), noPath);
            }
            OutputSink sinkWithoutPaths = inputPath == null ? out : (value, none) -> out.accept(value, noPath);
            return combine(parts.size() - 1, new Value[parts.size()], evaluation, environment, input, sinkWithoutPaths);
        }

        /** Combines all outputs of the parts. The first part varies fastest. */
        private boolean combine(
                int i, Value[] values, Evaluation evaluation, Environment environment, Value input, OutputSink out) {
            if (i < 0) {
                return out.accept(joinParts(values, evaluation), null);
            }
            return parts.get(i).eval(evaluation, environment, input, null, (value, none) -> {
                values[i] = value;
                return combine(i - 1, values, evaluation, environment, input, out);
            });
        }
    }
}
