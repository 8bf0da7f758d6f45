package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Node of a parsed expression, which can be evaluated. It contains no state of a run, so one query can run many times.
 */
public sealed interface QueryNode
        permits PathNode, UpdateNode, ValueNode, OperatorNode, ControlNode, LoopNode, FoldNode, GroupNode, CallNode {

    /** Returns the traits of this node, which it computes once from those of its parts. */
    NodeTraits traits();

    /** Returns the nodes that this one consists of. A pattern and the body of a called function are not parts. */
    default List<QueryNode> parts() {
        return List.of();
    }

    /** Computes the only output. Allowed only if the traits of this node are single. */
    default Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
        throw new IllegalStateException("node: may not have exactly one output");
    }

    /**
     * Passes every output to {@code out}. Nodes that always compute one value need only {@link #evalSingle}; that value has no
     * path.
     *
     * @param input value of {@code .}
     * @param inputPath path of {@code input}, or null if paths are not tracked
     * @return false if {@code out} stops
     */
    default boolean eval(
            Evaluation evaluation,
            Environment environment,
            Value input,
            @Nullable ValuePath inputPath,
            OutputSink out) {
        return out.accept(evalSingle(evaluation, environment, input), inputPath == null ? null : ValuePath.NONE);
    }
}
