package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ArrayElements;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.ObjectEntries;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueAccess;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code TERM[]}. */
public final class IterateNode extends QueryNode {

    private final QueryNode term;

    public IterateNode(QueryNode term) {
        super(term);
        this.term = term;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        if (at == null && term.isSingle()) {
            return each(term.evalSingle(evaluation, environment, in), null, evaluation, out);
        }
        return term.eval(evaluation, environment, in, at, (value, valuePath) -> {
            PathTracker.checkIteration(valuePath, value, evaluation);
            return each(value, valuePath, evaluation, out);
        });
    }

    private static boolean each(Value value, @Nullable ValuePath valuePath, Evaluation evaluation, OutputSink out) {
        ArrayElements arrayElements = ValueAccess.items(value, evaluation.meter());
        for (int i = 0; arrayElements.next(); i++) {
            ValuePath to = null;
            if (valuePath != null) {
                to = valuePath.child(
                        arrayElements instanceof ObjectEntries objectEntries ? objectEntries.key() : NumberValue.of(i),
                        evaluation.meter());
            }
            if (!out.accept(arrayElements.value(), to)) {
                return false;
            }
        }
        return true;
    }
}
