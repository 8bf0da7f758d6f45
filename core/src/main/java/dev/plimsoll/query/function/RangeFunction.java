package dev.plimsoll.query.function;

import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.OutputSink;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Function {@code range(FROM; UPTO; BY)}. */
final class RangeFunction extends QueryNode {

    private final QueryNode from;
    private final QueryNode upto;
    private final QueryNode by;

    RangeFunction(QueryNode from, QueryNode upto, QueryNode by) {
        super(2, from, upto, by);
        this.from = from;
        this.upto = upto;
        this.by = by;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        ValuePath noPath = at == null ? null : ValuePath.NONE;
        return from.eval(
                evaluation,
                environment,
                in,
                null,
                (a, x) -> upto.eval(
                        evaluation,
                        environment,
                        in,
                        null,
                        (b, y) -> by.eval(
                                evaluation, environment, in, null, (c, z) -> count(a, b, c, noPath, evaluation, out))));
    }

    private static boolean count(
            Value a, Value b, Value c, @Nullable ValuePath noPath, Evaluation evaluation, OutputSink out) {
        if (!(a instanceof NumberValue start) || !(b instanceof NumberValue end) || !(c instanceof NumberValue step)) {
            throw new QueryError("Range bounds must be numeric");
        }
        int direction = step.signum();
        NumberValue n = start;
        while (direction == 0 ? n.compare(end) < 0 : direction * n.compare(end) < 0) {
            evaluation.meter().step();
            if (!out.accept(n, noPath)) {
                return false;
            }
            n = Numbers.add(n, step);
        }
        return true;
    }
}
