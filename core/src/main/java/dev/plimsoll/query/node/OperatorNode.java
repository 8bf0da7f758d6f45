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
                    ? NodeTraits.ofSingleValue(outer, inner)
                    : NodeTraits.of(stack -> inner.traits().isSingle()
                            ? stack.addValuePart(outer).addInnerParts(inner)
                            : stack.addValuePart(outer).addValuePart(inner));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(left, right);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            evaluation.meter().step();
            if (operator.isLazy()) {
                Value first = left.evalSingle(evaluation, environment, input);
                return operator.isDecidedBy(first)
                        ? ConstantValue.of(first.isTrue())
                        : operator.apply(
                                first,
                                right.evalSingle(evaluation.withUncertainCalls(), environment, input),
                                evaluation.meter());
            }
            Value second = right.evalSingle(evaluation, environment, input);
            Value first = left.evalSingle(evaluation, environment, input);
            evaluation.trace().setNode(this);
            return operator.apply(first, second, evaluation.meter());
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
            boolean isLazy = operator.isLazy();
            QueryNode inner = isLazy ? right : left;
            Evaluation innerEvaluation = isLazy ? evaluation.withUncertainCalls() : evaluation;
            return (isLazy ? left : right).eval(evaluation, environment, input, null, (outerValue, none) -> {
                if (operator.isDecidedBy(outerValue)) {
                    return out.accept(ConstantValue.of(outerValue.isTrue()), noPath);
                }
                if (inner.traits().isSingle()) {
                    Value innerValue = inner.evalSingle(innerEvaluation, environment, input);
                    return out.accept(combine(outerValue, innerValue, evaluation), noPath);
                }
                return inner.eval(
                        innerEvaluation,
                        environment,
                        input,
                        null,
                        (innerValue, ignored) -> out.accept(combine(outerValue, innerValue, evaluation), noPath));
            });
        }

        private Value combine(Value outer, Value inner, Evaluation evaluation) {
            evaluation.meter().step();
            evaluation.trace().setNode(this);
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
            this(
                    left,
                    right,
                    NodeTraits.of(stack -> stack.addSelection(left).addAlternative(stack.addLastParts(right))));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(left, right);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            TrueOutputs outputs = new TrueOutputs(out);
            return left.eval(evaluation, environment, input, inputPath, outputs)
                    && (outputs.hasOutput
                            || right.eval(evaluation.withUncertainCalls(), environment, input, inputPath, out));
        }

        private static final class TrueOutputs implements OutputSink {

            private final OutputSink out;
            private boolean hasOutput;

            TrueOutputs(OutputSink out) {
                this.out = out;
            }

            @Override
            public boolean accept(Value value, @Nullable ValuePath path) {
                if (!value.isTrue()) {
                    return true;
                }
                hasOutput = true;
                return out.accept(value, path);
            }
        }
    }

    /** Node for {@code -OPERAND}. */
    record Negate(QueryNode operand, NodeTraits traits) implements OperatorNode {

        public Negate(QueryNode operand) {
            this(
                    operand,
                    operand.traits().isSingle()
                            ? NodeTraits.ofSingleValue(operand)
                            : NodeTraits.of(stack -> stack.addFrames(4).addValuePart(operand)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(operand);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            Value value = operand.evalSingle(evaluation, environment, input);
            evaluation.trace().setNode(this);
            return QueryOperator.negate(value, evaluation.meter());
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
            return operand.eval(evaluation, environment, input, null, (value, none) -> {
                evaluation.trace().setNode(this);
                return out.accept(QueryOperator.negate(value, evaluation.meter()), noPath);
            });
        }
    }
}
