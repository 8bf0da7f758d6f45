package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code foreach SOURCE as PATTERN (INIT; UPDATE; EXTRACT)}. */
public final class ForeachNode extends QueryNode {

    private final QueryNode source;
    private final DestructuringPatterns destructuringPatterns;
    private final QueryNode init;
    private final QueryNode update;
    private final QueryNode extract;

    public ForeachNode(
            QueryNode source,
            DestructuringPatterns destructuringPatterns,
            QueryNode init,
            QueryNode update,
            QueryNode extract) {
        super(5, source, destructuringPatterns.toHeightNode(), init, update, extract);
        this.source = source;
        this.destructuringPatterns = destructuringPatterns;
        this.init = init;
        this.update = update;
        this.extract = extract;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        return init.eval(evaluation, environment, in, at, (start, valuePath) -> {
            ReduceNode.Accumulator state = new ReduceNode.Accumulator(start, valuePath);
            return source.eval(
                    evaluation,
                    environment,
                    in,
                    null,
                    (value, none) -> destructuringPatterns.bind(evaluation, environment, value, inner -> {
                        Value before = state.value;
                        ValuePath path = state.path;
                        state.set(ConstantValue.NULL, at == null ? null : ValuePath.NONE);
                        return update.eval(evaluation, inner, before, path, (now, to) -> {
                            state.set(now, to);
                            return extract.eval(evaluation, inner, now, to, out);
                        });
                    }));
        });
    }
}
