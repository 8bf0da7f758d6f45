package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code LEFT // RIGHT}: the true outputs of the left side; if it has none, the right side. */
public final class Alternative extends Node {

    private final Node left;
    private final Node right;

    public Alternative(Node left, Node right) {
        super(left, right);
        this.left = left;
        this.right = right;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Outputs outputs = new Outputs(out);
        return left.eval(run, env, in, at, outputs) && (outputs.any || right.eval(run, env, in, at, out));
    }

    private static final class Outputs implements Sink {

        private final Sink out;
        private boolean any;

        Outputs(Sink out) {
            this.out = out;
        }

        @Override
        public boolean take(Value value, @Nullable Path at) {
            if (!value.isTrue()) {
                return true;
            }
            any = true;
            return out.take(value, at);
        }
    }
}
