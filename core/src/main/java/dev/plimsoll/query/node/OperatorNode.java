package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node that computes a value with an operator. */
public sealed interface OperatorNode extends QueryNode {

    /**
     * Node for {@code LEFT op RIGHT}. It combines each output of the right side with each of the left; {@code and} and
     * {@code or} begin on the left and evaluate the right side only if needed.
     */
    record Binary(QueryOperator operator, QueryNode left, QueryNode right, NodeTraits traits) implements OperatorNode {

        public Binary(QueryOperator operator, QueryNode left, QueryNode right) {
            this(operator, left, right, operator.isLazy() ? traits(left, right) : traits(right, left));
        }

        private static NodeTraits traits(QueryNode outer, QueryNode inner) {
            return outer.traits().isSingle() && inner.traits().isSingle()
                    ? NodeTraits.single(outer, inner)
                    : NodeTraits.of(stack -> inner.traits().isSingle()
                            ? stack.value(outer).inner(inner)
                            : stack.value(outer).value(inner));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(left, right);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
            evaluation.meter().step();
            if (operator.isLazy()) {
                Value first = left.evalSingle(evaluation, environment, in);
                return operator.isDecidedBy(first)
                        ? ConstantValue.of(first.isTrue())
                        : operator.apply(
                                first, right.evalSingle(evaluation.inTurn(), environment, in), evaluation.meter());
            }
            Value second = right.evalSingle(evaluation, environment, in);
            Value first = left.evalSingle(evaluation, environment, in);
            evaluation.trace().at(this);
            return operator.apply(first, second, evaluation.meter());
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            ValuePath noPath = at == null ? null : ValuePath.NONE;
            if (traits.isSingle()) {
                return out.accept(evalSingle(evaluation, environment, in), noPath);
            }
            boolean isLazy = operator.isLazy();
            QueryNode inner = isLazy ? right : left;
            Evaluation ofInner = isLazy ? evaluation.inTurn() : evaluation;
            return (isLazy ? left : right).eval(evaluation, environment, in, null, (a, none) -> {
                if (operator.isDecidedBy(a)) {
                    return out.accept(ConstantValue.of(a.isTrue()), noPath);
                }
                if (inner.traits().isSingle()) {
                    Value b = inner.evalSingle(ofInner, environment, in);
                    return out.accept(combine(a, b, evaluation), noPath);
                }
                return inner.eval(
                        ofInner, environment, in, null, (b, ignored) -> out.accept(combine(a, b, evaluation), noPath));
            });
        }

        private Value combine(Value outer, Value inner, Evaluation evaluation) {
            evaluation.meter().step();
            evaluation.trace().at(this);
            return operator.isLazy()
                    ? operator.apply(outer, inner, evaluation.meter())
                    : operator.apply(inner, outer, evaluation.meter());
        }
    }

    /**
     * Node for {@code LEFT // RIGHT}. It produces the outputs of the left side that are neither false nor null, or, if
     * there are none, the right side.
     */
    record Alternative(QueryNode left, QueryNode right, NodeTraits traits) implements OperatorNode {

        public Alternative(QueryNode left, QueryNode right) {
            this(left, right, NodeTraits.of(stack -> stack.selection(left).or(stack.last(right))));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(left, right);
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            TrueOutputs outputs = new TrueOutputs(out);
            return left.eval(evaluation, environment, in, at, outputs)
                    && (outputs.hasOutput || right.eval(evaluation.inTurn(), environment, in, at, out));
        }

        private static final class TrueOutputs implements OutputSink {

            private final OutputSink out;
            private boolean hasOutput;

            TrueOutputs(OutputSink out) {
                this.out = out;
            }

            @Override
            public boolean accept(Value value, @Nullable ValuePath at) {
                if (!value.isTrue()) {
                    return true;
                }
                hasOutput = true;
                return out.accept(value, at);
            }
        }
    }

    /** Node for {@code -OPERAND}. */
    record Negate(QueryNode operand, NodeTraits traits) implements OperatorNode {

        public Negate(QueryNode operand) {
            this(
                    operand,
                    operand.traits().isSingle()
                            ? NodeTraits.single(operand)
                            : NodeTraits.of(stack -> stack.frames(4).value(operand)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(operand);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
            Value value = operand.evalSingle(evaluation, environment, in);
            evaluation.trace().at(this);
            return QueryOperator.negate(value, evaluation.meter());
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            ValuePath noPath = at == null ? null : ValuePath.NONE;
            if (traits.isSingle()) {
                return out.accept(evalSingle(evaluation, environment, in), noPath);
            }
            return operand.eval(evaluation, environment, in, null, (value, none) -> {
                evaluation.trace().at(this);
                return out.accept(QueryOperator.negate(value, evaluation.meter()), noPath);
            });
        }
    }
}
