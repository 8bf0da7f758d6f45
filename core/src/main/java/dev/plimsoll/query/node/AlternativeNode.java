package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/**
 * Node for {@code LEFT // RIGHT}. Produces the outputs of the left side that are neither false nor null, or, if there are none,
 * the right side.
 */
public final class AlternativeNode extends QueryNode {

    private final QueryNode left;
    private final QueryNode right;

    public AlternativeNode(QueryNode left, QueryNode right) {
        super(left, right);
        this.left = left;
        this.right = right;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        Outputs outputs = new Outputs(out);
        return left.eval(evaluation, environment, in, at, outputs)
                && (outputs.hasOutput || right.eval(evaluation, environment, in, at, out));
    }

    private static final class Outputs implements OutputSink {

        private final OutputSink out;
        private boolean hasOutput;

        Outputs(OutputSink out) {
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
