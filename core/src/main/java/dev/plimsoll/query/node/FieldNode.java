package dev.plimsoll.query.node;

import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueAccess;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code TERM.name}. */
public final class FieldNode extends QueryNode {

    private final QueryNode term;
    private final StringValue name;

    public FieldNode(QueryNode term, StringValue name) {
        super(term);
        this.term = term;
        this.name = name;
    }

    @Override
    public boolean isSingle() {
        return term.isSingle();
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        return ValueAccess.field(term.evalSingle(evaluation, environment, in), name, evaluation.meter());
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        if (at == null && term.isSingle()) {
            return out.accept(evalSingle(evaluation, environment, in), null);
        }
        return term.eval(evaluation, environment, in, at, (value, valuePath) -> {
            PathTracker.checkStep(valuePath, value, name, evaluation);
            return out.accept(
                    ValueAccess.field(value, name, evaluation.meter()),
                    valuePath == null ? null : valuePath.child(name, evaluation.meter()));
        });
    }
}
