package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code label $name | BODY} */
public final class Label extends Node {

    private final Node body;

    public Label(Node body) {
        super(body);
        this.body = body;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Env visit = env.with(Constant.NULL);
        int depth = run.meter().depth();
        try {
            return body.eval(run, visit, in, at, out);
        } catch (BreakSignal signal) {
            if (!signal.isFor(visit)) {
                throw signal;
            }
            run.meter().depth(depth);
            return true;
        }
    }

    /** {@code break $name} */
    public static final class Break extends Node {

        private final int hops;

        public Break(int hops) {
            this.hops = hops;
        }

        @Override
        public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
            throw new BreakSignal(env.out(hops));
        }
    }
}
