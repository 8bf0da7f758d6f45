package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code if CONDITION then YES else NO end} */
public final class If extends Node {

    private final Node condition;
    private final Node yes;
    private final Node no;

    public If(Node condition, Node yes, Node no) {
        super(condition, yes, no);
        this.condition = condition;
        this.yes = yes;
        this.no = no;
    }

    @Override
    public boolean single() {
        return condition.single() && yes.single() && no.single();
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        run.meter().step();
        return (condition.one(run, env, in).isTrue() ? yes : no).one(run, env, in);
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        run.meter().step();
        if (condition.single()) {
            return (condition.one(run, env, in).isTrue() ? yes : no).eval(run, env, in, at, out);
        }
        return condition.eval(
                run, env, in, null, (truth, none) -> (truth.isTrue() ? yes : no).eval(run, env, in, at, out));
    }
}
