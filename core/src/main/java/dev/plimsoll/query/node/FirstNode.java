package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code first(BODY)}. It stops the body after the first output. */
public final class FirstNode extends QueryNode {

    private final QueryNode body;

    public FirstNode(QueryNode body) {
        super(body);
        this.body = body;
    }

    static @Nullable Value of(QueryNode body, Evaluation evaluation, Environment environment, Value in) {
        if (body.isSingle()) {
            return body.evalSingle(evaluation, environment, in);
        }
        Value[] first = new Value[1];
        body.eval(evaluation, environment, in, null, (value, none) -> {
            first[0] = value;
            return false;
        });
        return first[0];
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        FirstOutput first = new FirstOutput();
        body.eval(evaluation, environment, in, at, first);
        return first.value == null || out.accept(first.value, first.valuePath);
    }

    private static final class FirstOutput implements OutputSink {

        private @Nullable Value value;
        private @Nullable ValuePath valuePath;

        @Override
        public boolean accept(Value first, @Nullable ValuePath at) {
            value = first;
            valuePath = at;
            return false;
        }
    }
}
