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
        return ofPassingParts(false, evaluation);
    }

    /** Returns the traits of a node whose parts pass outputs to its sink, even if the node has exactly one output. */
    static NodeTraits ofPassingParts(boolean isSingle, UnaryOperator<StackUse> evaluation) {
        return new NodeTraits(
                evaluation.apply(StackUse.begin(false)), evaluation.apply(StackUse.begin(true)), isSingle);
    }

    /**
     * Returns the traits of a node whose parts have ended when it passes an output, if it has exactly one output and
     * paths are not tracked.
     */
    static NodeTraits ofEndedParts(boolean isSingle, UnaryOperator<StackUse> evaluation) {
        NodeTraits traits = ofPassingParts(isSingle, evaluation);
        return isSingle ? new NodeTraits(traits.plain.withEndedParts(), traits.tracked, true) : traits;
    }

    /** Returns the traits of a node that always computes one value, after its parts have ended. */
    static NodeTraits ofSingleValue(QueryNode... parts) {
        return ofEndedParts(
                true, stack -> stack.addFrames(1).addInnerParts(parts).withEndedParts());
    }

    /**
     * Returns the traits of a node that computes one value for each combination of outputs of its parts. The node
     * evaluates the last part first.
     */
    static NodeTraits ofCombinations(List<QueryNode> parts) {
        if (parts.stream().allMatch(part -> part.traits().isSingle())) {
            return ofSingleValue(parts.toArray(QueryNode[]::new));
        }
        return of(stack -> {
            StackUse stackUse = stack.addFrames(3);
            for (int i = parts.size() - 1; i >= 0; i--) {
                stackUse = stackUse.addValuePart(parts.get(i)).addFrames(1);
            }
            return stackUse.addLambda();
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

        private StackUse withHeightAtLeast(int minHeight) {
            return new StackUse(isTracked, Math.max(height, minHeight), reach);
        }

        /** Returns the use of a node whose parts have ended when it passes an output. */
        StackUse withEndedParts() {
            return new StackUse(isTracked, height, FRAME);
        }

        /** Adds frames in which the node continues. */
        StackUse addFrames(int units) {
            return withReach(reach + units);
        }

        StackUse addLambda() {
            return addFrames(LAMBDA);
        }

        private StackUse add(StackUse part) {
            return withHeightAtLeast(reach + part.height).withReach(reach + part.reach);
        }

        /** Adds a part whose outputs, without paths, go to a lambda in which the node continues. */
        StackUse addValuePart(QueryNode part) {
            return add(part.traits().plain).addLambda();
        }

        /** Adds a part whose outputs, with paths if they are tracked, go to a lambda in which the node continues. */
        StackUse addSelection(QueryNode part) {
            return add(isTracked ? part.traits().tracked : part.traits().plain).addLambda();
        }

        /** Adds a part whose outputs, always with paths, go to a lambda in which the node continues. */
        StackUse addTrackedPart(QueryNode part) {
            return add(part.traits().tracked).addLambda();
        }

        /** Adds parts that end before the node continues. */
        StackUse addInnerParts(QueryNode... parts) {
            StackUse stackUse = this;
            for (QueryNode part : parts) {
                stackUse = stackUse.addPhase(addValuePart(part));
            }
            return stackUse;
        }

        /** Adds parts of which one passes its outputs to the sink of the node. */
        StackUse addLastParts(QueryNode... parts) {
            StackUse stackUse = this;
            for (QueryNode part : parts) {
                stackUse = stackUse.addAlternative(add(isTracked ? part.traits().tracked : part.traits().plain));
            }
            return stackUse;
        }

        /** Adds a pattern, after which the node continues in a lambda. */
        StackUse addPattern(DestructuringPattern pattern) {
            return add(pattern.stackUse()).addLambda();
        }

        /** Adds a phase of the evaluation that ends before the node continues. */
        StackUse addPhase(StackUse phase) {
            return withHeightAtLeast(phase.height);
        }

        /** Adds an alternative: another use of the stack, of which the larger counts. */
        StackUse addAlternative(StackUse other) {
            return new StackUse(isTracked, Math.max(height, other.height), Math.max(reach, other.reach));
        }
    }
}
