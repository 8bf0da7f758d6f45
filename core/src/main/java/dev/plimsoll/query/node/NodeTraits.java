package dev.plimsoll.query.node;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Facts about a node that do not depend on a run. Each node computes them once.
 *
 * @param plain stack that an evaluation needs if paths are not tracked
 * @param tracked stack that an evaluation needs if paths are tracked
 * @param isSingle whether the node always has exactly one output
 */
public record NodeTraits(StackUse plain, StackUse tracked, boolean isSingle) {

    /** Returns the traits of a node that begins with its own frame and continues as the function describes. */
    static NodeTraits of(UnaryOperator<StackUse> evaluation) {
        return passing(false, evaluation);
    }

    /** Returns the traits of a node whose parts pass outputs to its sink, also if there is exactly one. */
    static NodeTraits passing(boolean isSingle, UnaryOperator<StackUse> evaluation) {
        return new NodeTraits(
                evaluation.apply(StackUse.begin(false)), evaluation.apply(StackUse.begin(true)), isSingle);
    }

    /** Returns the traits of a node whose parts have ended when it passes an output, if there is exactly one and no path. */
    static NodeTraits ending(boolean isSingle, UnaryOperator<StackUse> evaluation) {
        NodeTraits traits = passing(isSingle, evaluation);
        return isSingle ? new NodeTraits(traits.plain.end(), traits.tracked, true) : traits;
    }

    /** Returns the traits of a node that always computes one value, after its parts have ended. */
    static NodeTraits single(QueryNode... parts) {
        return ending(true, stack -> stack.frames(1).inner(parts).end());
    }

    /**
     * Returns the traits of a node that computes one value for each combination of outputs of its parts, from the last part on.
     */
    static NodeTraits combined(List<QueryNode> parts) {
        if (parts.stream().allMatch(part -> part.traits().isSingle())) {
            return single(parts.toArray(QueryNode[]::new));
        }
        return of(stack -> {
            StackUse use = stack.frames(3);
            for (int i = parts.size() - 1; i >= 0; i--) {
                use = use.value(parts.get(i)).frames(1);
            }
            return use.lambda();
        });
    }

    /** Returns the units of stack that the node needs at most, without its sink. */
    public int height(boolean isTracked) {
        return isTracked ? tracked.height : plain.height;
    }

    /**
     * Stack that an evaluation needs, in units of one frame. A sink runs on top of the nodes that pass values to it, so
     * there are two numbers.
     *
     * @param isTracked whether paths are tracked
     * @param height units that the node and its parts need at most, without its sink
     * @param reach units that are in use when the node passes an output to its sink
     */
    public record StackUse(boolean isTracked, int height, int reach) {

        private static final int FRAME = 1;

        /** Units of a lambda: the method of its interface, and its body. */
        private static final int LAMBDA = 2;

        static StackUse begin(boolean isTracked) {
            return new StackUse(isTracked, FRAME, FRAME);
        }

        private StackUse withReach(int newReach) {
            return new StackUse(isTracked, Math.max(height, newReach), newReach);
        }

        private StackUse withHeight(int other) {
            return new StackUse(isTracked, Math.max(height, other), reach);
        }

        /** Returns the use of a node whose parts have ended when it passes an output. */
        StackUse end() {
            return new StackUse(isTracked, height, FRAME);
        }

        /** Adds frames in which the node continues. */
        StackUse frames(int units) {
            return withReach(reach + units);
        }

        StackUse lambda() {
            return frames(LAMBDA);
        }

        private StackUse add(StackUse part) {
            return withHeight(reach + part.height).withReach(reach + part.reach);
        }

        /** Adds a part whose outputs, without paths, go to a lambda in which the node continues. */
        StackUse value(QueryNode part) {
            return add(part.traits().plain).lambda();
        }

        /** Adds a part whose outputs, with paths if they are tracked, go to a lambda in which the node continues. */
        StackUse selection(QueryNode part) {
            return add(isTracked ? part.traits().tracked : part.traits().plain).lambda();
        }

        /** Adds a part whose outputs, always with paths, go to a lambda in which the node continues. */
        StackUse paths(QueryNode part) {
            return add(part.traits().tracked).lambda();
        }

        /** Adds parts that end before the node continues. */
        StackUse inner(QueryNode... parts) {
            StackUse use = this;
            for (QueryNode part : parts) {
                use = use.covering(value(part));
            }
            return use;
        }

        /** Adds parts of which one passes its outputs to the sink of the node. */
        StackUse last(QueryNode... parts) {
            StackUse use = this;
            for (QueryNode part : parts) {
                use = use.or(add(isTracked ? part.traits().tracked : part.traits().plain));
            }
            return use;
        }

        /** Adds a pattern, after which the node continues in a lambda. */
        StackUse binding(DestructuringPattern pattern) {
            return add(pattern.stack()).lambda();
        }

        /** Adds a phase that ends before the node continues. */
        StackUse covering(StackUse phase) {
            return withHeight(phase.height);
        }

        /** Adds another way to pass outputs. */
        StackUse or(StackUse other) {
            return new StackUse(isTracked, Math.max(height, other.height), Math.max(reach, other.reach));
        }
    }
}
