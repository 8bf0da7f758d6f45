package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node that decides which of its parts run, in which order, and on which input. */
public sealed interface ControlNode extends QueryNode {

    /** Node for {@code LEFT | RIGHT}. */
    record Pipe(QueryNode left, QueryNode right, NodeTraits traits) implements ControlNode {

        public Pipe(QueryNode left, QueryNode right) {
            this(left, right, traits(left, right));
        }

        private static NodeTraits traits(QueryNode left, QueryNode right) {
            return NodeTraits.ofPassingParts(
                    left.traits().isSingle() && right.traits().isSingle(),
                    stack -> left.traits().isSingle() && !stack.isTracked()
                            ? stack.addInnerParts(left).addLastParts(right)
                            : stack.addSelection(left).addLastParts(right));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(left, right);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            return right.evalSingle(evaluation, environment, left.evalSingle(evaluation, environment, input));
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            evaluation.meter().step();
            if (inputPath == null && left.traits().isSingle()) {
                return right.eval(evaluation, environment, left.evalSingle(evaluation, environment, input), null, out);
            }
            OutputSink step = (value, path) -> right.eval(evaluation, environment, value, path, out);
            return evaluation.calls() == null
                    ? left.eval(evaluation, environment, input, inputPath, step)
                    : CertainSteps.runEach(
                            evaluation,
                            step,
                            stepSink -> left.eval(evaluation, environment, input, inputPath, stepSink));
        }
    }

    /** Node for {@code A, B, C}, and for {@code empty}, which has no parts. */
    record Comma(List<QueryNode> parts, NodeTraits traits) implements ControlNode {

        public Comma(List<QueryNode> parts) {
            this(List.copyOf(parts), NodeTraits.of(stack -> stack.addLastParts(parts.toArray(QueryNode[]::new))));
        }

        public static Comma empty() {
            return new Comma(List.of());
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            CertainSteps steps = CertainSteps.begin(evaluation);
            for (QueryNode part : parts) {
                Boolean canContinue = steps == null
                        ? Boolean.valueOf(part.eval(evaluation, environment, input, inputPath, out))
                        : steps.run(() -> part.eval(evaluation, environment, input, inputPath, out));
                if (Boolean.FALSE.equals(canContinue)) {
                    return false;
                }
            }
            if (steps != null) {
                steps.end();
            }
            return true;
        }
    }

    /** Node for {@code if CONDITION then YES else NO end}. */
    record If(QueryNode condition, QueryNode thenBranch, QueryNode elseBranch, NodeTraits traits)
            implements ControlNode {

        public If(QueryNode condition, QueryNode thenBranch, QueryNode elseBranch) {
            this(condition, thenBranch, elseBranch, traits(condition, thenBranch, elseBranch));
        }

        private static NodeTraits traits(QueryNode condition, QueryNode thenBranch, QueryNode elseBranch) {
            return NodeTraits.ofPassingParts(
                    condition.traits().isSingle()
                            && thenBranch.traits().isSingle()
                            && elseBranch.traits().isSingle(),
                    stack -> (condition.traits().isSingle()
                                    ? stack.addInnerParts(condition)
                                    : stack.addValuePart(condition))
                            .addLastParts(thenBranch, elseBranch));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(condition, thenBranch, elseBranch);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            evaluation.meter().step();
            return selectBranch(condition.evalSingle(evaluation, environment, input))
                    .evalSingle(evaluation.withUncertainCalls(), environment, input);
        }

        private QueryNode selectBranch(Value truth) {
            return truth.isTrue() ? thenBranch : elseBranch;
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            evaluation.meter().step();
            if (condition.traits().isSingle()) {
                return selectBranch(condition.evalSingle(evaluation, environment, input))
                        .eval(evaluation.withUncertainCalls(), environment, input, inputPath, out);
            }
            return condition.eval(
                    evaluation,
                    environment,
                    input,
                    null,
                    (truth, none) -> selectBranch(truth)
                            .eval(evaluation.withUncertainCalls(), environment, input, inputPath, out));
        }
    }

    /**
     * Node for {@code try BODY catch HANDLER}. Errors of code that receives an output of the body are not caught. Without a
     * handler, an error produces no output.
     */
    record Try(QueryNode body, QueryNode handler, NodeTraits traits) implements ControlNode {

        public Try(QueryNode body, QueryNode handler) {
            this(
                    body,
                    handler,
                    NodeTraits.of(stack -> stack.addSelection(body).addAlternative(stack.addLastParts(handler))));
        }

        public Try(QueryNode body) {
            this(body, Comma.empty());
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(body, handler);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            boolean[] isInSink = new boolean[1];
            int depth = evaluation.meter().depth();
            QueryError error;
            try {
                return body.eval(evaluation, environment, input, inputPath, (value, path) -> {
                    isInSink[0] = true;
                    boolean canContinue = out.accept(value, path);
                    isInSink[0] = false;
                    return canContinue;
                });
            } catch (QueryError e) {
                if (isInSink[0]) {
                    throw e;
                }
                error = e;
            }
            evaluation.meter().restoreDepth(depth);
            return handler.eval(
                    evaluation.withUncertainCalls(),
                    environment,
                    error.value(),
                    inputPath == null ? null : ValuePath.NONE,
                    out);
        }
    }

    /** Node for {@code label $name | BODY}. */
    record Label(QueryNode body, NodeTraits traits) implements ControlNode {

        public Label(QueryNode body) {
            this(body, NodeTraits.of(stack -> stack.addLastParts(body)));
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
            Environment label = environment.with(ConstantValue.NULL);
            int depth = evaluation.meter().depth();
            try {
                return body.eval(evaluation.withUncertainCalls(), label, input, inputPath, out);
            } catch (BreakSignal signal) {
                if (!signal.isFor(label)) {
                    throw signal;
                }
                evaluation.meter().restoreDepth(depth);
                return true;
            }
        }

        /** Exception that transfers control from a {@code break} to its label. */
        private static final class BreakSignal extends RuntimeException {

            private static final long serialVersionUID = 1L;

            private final transient Environment label;

            BreakSignal(Environment label) {
                super(null, null, false, false);
                this.label = label;
            }

            @SuppressWarnings("ReferenceEquality") // each evaluation of a label has its own environment
            boolean isFor(Environment candidate) {
                return label == candidate;
            }
        }
    }

    /** Node for {@code break $name}, whose label is {@code hops} names further out. */
    record Break(int hops, NodeTraits traits) implements ControlNode {

        public Break(int hops) {
            this(hops, NodeTraits.of(stack -> stack));
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            throw new Label.BreakSignal(environment.enclosing(hops));
        }
    }

    /** Node for {@code SOURCE as PATTERN | BODY}. */
    record Bind(QueryNode source, DestructuringPattern pattern, QueryNode body, NodeTraits traits)
            implements ControlNode {

        public Bind(QueryNode source, DestructuringPattern pattern, QueryNode body) {
            this(
                    source,
                    pattern,
                    body,
                    NodeTraits.of(stack -> stack.addValuePart(source)
                            .addFrames(3)
                            .addPattern(pattern)
                            .addLastParts(body)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(source, body);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            evaluation.meter().step();
            OutputSink step = (value, none) -> pattern.bindEach(
                    evaluation,
                    environment,
                    value,
                    out,
                    (inner, bodySink) -> body.eval(evaluation, inner, input, inputPath, bodySink));
            return evaluation.calls() == null
                    ? source.eval(evaluation, environment, input, null, step)
                    : CertainSteps.runEach(
                            evaluation, step, stepSink -> source.eval(evaluation, environment, input, null, stepSink));
        }
    }
}
