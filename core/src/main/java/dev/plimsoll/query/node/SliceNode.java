package dev.plimsoll.query.node;

import dev.plimsoll.query.value.MapObjectValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueAccess;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code TERM[FROM:TO]} and {@code TERM[FROM:TO]?}. */
public final class SliceNode extends QueryNode {

    private final QueryNode term;
    private final QueryNode from;
    private final QueryNode to;
    private final boolean optional;

    /** Creates a node. A missing bound is a literal null. If the node is optional, a step that fails produces no output. */
    public SliceNode(QueryNode term, QueryNode from, QueryNode to, boolean optional) {
        super(term, from, to);
        this.term = term;
        this.from = from;
        this.to = to;
        this.optional = optional;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        return to.eval(
                evaluation,
                environment,
                in,
                null,
                (end, none) -> from.eval(
                        evaluation,
                        environment,
                        in,
                        null,
                        (start, ignored) -> range(evaluation, environment, in, at, start, end, out)));
    }

    private boolean range(
            Evaluation evaluation,
            Environment environment,
            Value in,
            @Nullable ValuePath at,
            Value start,
            Value end,
            OutputSink out) {
        return term.eval(evaluation, environment, in, at, (value, valuePath) -> {
            MapObjectValue step = new MapObjectValue()
                    .add(ValueAccess.START, start, evaluation.meter())
                    .add(ValueAccess.END, end, evaluation.meter());
            PathTracker.checkStep(valuePath, value, step, evaluation);
            Value part;
            try {
                part = ValueAccess.slice(value, start, end, evaluation.meter());
            } catch (QueryError e) {
                if (!optional) {
                    throw e;
                }
                return true;
            }
            return out.accept(part, PathTracker.extend(valuePath, step, evaluation));
        });
    }
}
