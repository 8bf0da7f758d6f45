package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.Value;

/** {@code [BODY]} */
public final class ArrayOf extends Single {

    private final Node body;

    public ArrayOf(Node body) {
        super(body);
        this.body = body;
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        ListArr items = new ListArr(0);
        body.eval(run, env, in, null, (value, none) -> {
            run.meter().step();
            items.add(value, run.meter());
            return true;
        });
        return items;
    }
}
