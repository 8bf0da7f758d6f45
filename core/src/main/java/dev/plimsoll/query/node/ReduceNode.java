package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code reduce SOURCE as PATTERN (INIT; UPDATE)}. */
public final class ReduceNode extends QueryNode {

    private final QueryNode source;
    private final DestructuringPatterns destructuringPatterns;
    private final QueryNode init;
    private final QueryNode update;

    public ReduceNode(QueryNode source, DestructuringPatterns destructuringPatterns, QueryNode init, QueryNode update) {
        super(5, source, destructuringPatterns.toHeightNode(), init, update);
        this.source = source;
        this.destructuringPatterns = destructuringPatterns;
        this.init = init;
        this.update = update;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        return init.eval(evaluation, environment, in, at, (start, valuePath) -> {
            Accumulator state = new Accumulator(start, valuePath);
            source.eval(
                    evaluation,
                    environment,
                    in,
                    null,
                    (value, none) -> destructuringPatterns.bind(evaluation, environment, value, inner -> {
                        Value before = state.value;
                        ValuePath path = state.path;
                        state.set(ConstantValue.NULL, at == null ? null : ValuePath.NONE);
                        return update.eval(evaluation, inner, before, path, state);
                    }));
            return out.accept(state.value, state.path);
        });
    }

    /** State between two updates. If an update has several outputs, the last one counts. */
    static final class Accumulator implements OutputSink {

        Value value;

        @Nullable ValuePath path;

        Accumulator(Value value, @Nullable ValuePath valuePath) {
            this.value = value;
            this.path = valuePath;
        }

        void set(Value next, @Nullable ValuePath nextPath) {
            value = next;
            path = nextPath;
        }

        @Override
        public boolean accept(Value next, @Nullable ValuePath nextPath) {
            set(next, nextPath);
            return true;
        }
    }
}
