package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code label $name | BODY}. */
public final class LabelNode extends QueryNode {

    private final QueryNode body;

    public LabelNode(QueryNode body) {
        super(body);
        this.body = body;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, EnvironmentNode environmentNode, Value in, @Nullable ValuePath at, OutputSink out) {
        EnvironmentNode visit = environmentNode.with(ConstantValue.NULL);
        int depth = evaluation.meter().depth();
        try {
            return body.eval(evaluation, visit, in, at, out);
        } catch (BreakSignal signal) {
            if (!signal.isFor(visit)) {
                throw signal;
            }
            evaluation.meter().depth(depth);
            return true;
        }
    }

    /** Node for {@code break $name}. */
    public static final class Break extends QueryNode {

        private final int hops;

        public Break(int hops) {
            this.hops = hops;
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                EnvironmentNode environmentNode,
                Value in,
                @Nullable ValuePath at,
                OutputSink out) {
            throw new BreakSignal(environmentNode.out(hops));
        }
    }
}
