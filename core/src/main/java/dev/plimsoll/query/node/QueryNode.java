package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Part of a parsed expression that can be evaluated: a record of its own parts. It holds no state of a run, so that one query
 * can run many times.
 */
public sealed interface QueryNode
        permits PathNode, UpdateNode, ValueNode, OperatorNode, ControlNode, LoopNode, FoldNode, CallNode {

    /** Returns what is known about this node before a run. Each node computes it once, from its parts. */
    Traits traits();

    /** Returns the number of nested nodes including this one. Nodes that need a deep stack count more than once. */
    default int height() {
        return traits().height;
    }

    /** Returns whether this node always produces exactly one output, which {@link #evalSingle} computes. */
    default boolean isSingle() {
        return traits().isSingle;
    }

    /** Computes the only output. Valid only if {@link #isSingle} is true. */
    default Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        throw new IllegalStateException("node: may not have exactly one output");
    }

    /**
     * Passes every output to {@code out}. Nodes that always compute one value need only {@link #evalSingle}; that value has no
     * path.
     *
     * @param in value of {@code .}
     * @param at path of {@code in}, or null if paths are not tracked
     * @return false if {@code out} stops
     */
    default boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        return out.accept(evalSingle(evaluation, environment, in), at == null ? null : ValuePath.NONE);
    }

    /**
     * Facts about a node that do not depend on a run.
     *
     * @param height number of nested nodes, weighted by the stack that they need
     * @param isSingle whether the node always has one output
     */
    record Traits(int height, boolean isSingle) {

        /** Returns the facts about a node that always has one output. */
        static Traits single(QueryNode... parts) {
            return new Traits(1 + maxHeight(List.of(parts)), true);
        }

        /** Returns the facts about a node that has one output if each of its parts has one. */
        static Traits singleIfParts(QueryNode... parts) {
            List<QueryNode> all = List.of(parts);
            return new Traits(1 + maxHeight(all), areSingle(all));
        }

        /** Returns the facts about a node that may have any number of outputs. */
        static Traits any(QueryNode... parts) {
            return anyOf(1, parts);
        }

        /** Returns the facts about a node that may have any number of outputs and counts {@code weight} times. */
        static Traits anyOf(int weight, QueryNode... parts) {
            return new Traits(weight + maxHeight(List.of(parts)), false);
        }

        static int maxHeight(List<QueryNode> parts) {
            int height = 0;
            for (QueryNode part : parts) {
                height = Math.max(height, part.height());
            }
            return height;
        }

        static boolean areSingle(List<QueryNode> parts) {
            for (QueryNode part : parts) {
                if (!part.isSingle()) {
                    return false;
                }
            }
            return true;
        }
    }
}
