package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.Env;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.eval.Sink;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code range(FROM; UPTO; BY)} */
final class Counting extends Node {

    private final Node from;
    private final Node upto;
    private final Node by;

    Counting(Node from, Node upto, Node by) {
        super(2, from, upto, by);
        this.from = from;
        this.upto = upto;
        this.by = by;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Path nowhere = at == null ? null : Path.NOWHERE;
        return from.eval(
                run,
                env,
                in,
                null,
                (a, x) -> upto.eval(
                        run,
                        env,
                        in,
                        null,
                        (b, y) -> by.eval(run, env, in, null, (c, z) -> count(a, b, c, nowhere, run, out))));
    }

    private static boolean count(Value a, Value b, Value c, @Nullable Path nowhere, Run run, Sink out) {
        if (!(a instanceof Num start) || !(b instanceof Num end) || !(c instanceof Num step)) {
            throw new QueryError("Range bounds must be numeric");
        }
        int direction = step.signum();
        Num n = start;
        while (direction == 0 ? n.order(end) < 0 : direction * n.order(end) < 0) {
            run.meter().step();
            if (!out.take(n, nowhere)) {
                return false;
            }
            n = Numbers.add(n, step);
        }
        return true;
    }
}
