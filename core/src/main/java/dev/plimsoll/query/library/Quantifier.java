package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.Env;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.eval.Single;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Value;

/** {@code any}, {@code all} and {@code isempty}; they stop at what decides. */
final class Quantifier extends Single {

    private final Kind kind;
    private final Node source;
    private final Node condition;

    enum Kind {
        ANY,
        ALL,
        NONE
    }

    Quantifier(Kind kind, Node source, Node condition) {
        super(source, condition);
        this.kind = kind;
        this.source = source;
        this.condition = condition;
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        boolean decisive = kind != Kind.ALL;
        boolean found = !source.eval(
                run,
                env,
                in,
                null,
                (value, none) -> condition.eval(run, env, value, null, (truth, nor) -> truth.isTrue() != decisive));
        return Constant.of(found == (kind == Kind.ANY));
    }
}
