package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueAccess;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code TERM[KEY]} and {@code TERM[KEY]?}. The key is computed from the input of this node. */
public final class IndexNode extends QueryNode {

    private final QueryNode term;
    private final QueryNode key;
    private final boolean optional;

    public IndexNode(QueryNode term, QueryNode key) {
        this(term, key, false);
    }

    /** Creates a node. If it is optional, a step that fails produces no output. */
    public IndexNode(QueryNode term, QueryNode key, boolean optional) {
        super(term, key);
        this.term = term;
        this.key = key;
        this.optional = optional;
    }

    @Override
    public boolean isSingle() {
        return term.isSingle() && key.isSingle() && !optional;
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        Value at = key.evalSingle(evaluation, environment, in);
        return ValueAccess.index(term.evalSingle(evaluation, environment, in), at, evaluation.meter());
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        return key.eval(
                evaluation,
                environment,
                in,
                null,
                (step, none) -> term.eval(evaluation, environment, in, at, (value, valuePath) -> {
                    PathTracker.checkStep(valuePath, value, step, evaluation);
                    return out.accept(
                            ValueAccess.index(value, step, evaluation.meter()),
                            PathTracker.extend(valuePath, step, evaluation));
                }));
    }
}
