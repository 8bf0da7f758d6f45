package dev.plimsoll.query.function;

import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.OutputSink;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Function {@code last(BODY)}. */
final class LastFunction extends QueryNode {

    private final QueryNode body;

    LastFunction(QueryNode body) {
        super(body);
        this.body = body;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        LastOutput last = new LastOutput();
        body.eval(evaluation, environment, in, at, last);
        return last.value == null || out.accept(last.value, last.valuePath);
    }

    private static final class LastOutput implements OutputSink {

        private @Nullable Value value;
        private @Nullable ValuePath valuePath;

        @Override
        public boolean accept(Value next, @Nullable ValuePath at) {
            value = next;
            valuePath = at;
            return true;
        }
    }
}
