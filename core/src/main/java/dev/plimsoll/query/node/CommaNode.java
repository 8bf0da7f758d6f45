package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node for {@code A, B, C}. */
public final class CommaNode extends QueryNode {

    private final List<QueryNode> parts;

    public CommaNode(List<QueryNode> parts) {
        super(parts.toArray(QueryNode[]::new));
        this.parts = List.copyOf(parts);
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        for (QueryNode part : parts) {
            if (!part.eval(evaluation, environment, in, at, out)) {
                return false;
            }
        }
        return true;
    }
}
