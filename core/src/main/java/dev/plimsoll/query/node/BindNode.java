package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code SOURCE as PATTERN | BODY}. */
public final class BindNode extends QueryNode {

    private final QueryNode source;
    private final DestructuringPatterns destructuringPatterns;
    private final QueryNode body;

    public BindNode(QueryNode source, DestructuringPatterns destructuringPatterns, QueryNode body) {
        super(4, source, destructuringPatterns.toHeightNode(), body);
        this.source = source;
        this.destructuringPatterns = destructuringPatterns;
        this.body = body;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        evaluation.meter().step();
        return source.eval(
                evaluation,
                environment,
                in,
                null,
                (value, none) -> destructuringPatterns.bindEach(
                        evaluation, environment, value, out, (inner, to) -> body.eval(evaluation, inner, in, at, to)));
    }
}
