package dev.plimsoll.query.node;

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
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        Environment label = environment.with(ConstantValue.NULL);
        int depth = evaluation.meter().depth();
        try {
            return body.eval(evaluation, label, in, at, out);
        } catch (BreakSignal signal) {
            if (!signal.isFor(label)) {
                throw signal;
            }
            evaluation.meter().restoreDepth(depth);
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
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            throw new BreakSignal(environment.enclosing(hops));
        }
    }
}
