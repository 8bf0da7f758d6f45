package dev.plimsoll.query.node;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.query.text.StringFormat;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node for <code>"text \(EXPRESSION) text"</code> in a format. */
public final class FormatNode extends QueryNode {

    private final StringFormat stringFormat;
    private final List<QueryNode> parts;
    private final boolean isSingle;

    /** Creates a node. Literals stay unchanged; all other values are formatted. */
    public FormatNode(StringFormat stringFormat, List<QueryNode> parts) {
        super(height(parts));
        this.stringFormat = stringFormat;
        this.parts = List.copyOf(parts);
        this.isSingle = parts.stream().allMatch(QueryNode::isSingle);
    }

    private static int height(List<QueryNode> parts) {
        int maxHeight = 0;
        for (QueryNode part : parts) {
            maxHeight = Math.max(maxHeight, part.height());
        }
        return 1 + maxHeight + (parts.stream().allMatch(QueryNode::isSingle) ? 0 : parts.size());
    }

    @Override
    public boolean isSingle() {
        return isSingle;
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        Value[] values = new Value[parts.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = parts.get(i).evalSingle(evaluation, environment, in);
        }
        return text(values, evaluation);
    }

    private StringValue text(Value[] values, Evaluation evaluation) {
        ByteSink text = new ByteSink(64);
        for (int i = 0; i < values.length; i++) {
            StringValue part = parts.get(i) instanceof LiteralNode && values[i] instanceof StringValue s
                    ? s
                    : stringFormat.format(values[i], evaluation.meter());
            text.raw(part.text());
        }
        evaluation.meter().addBuiltBytes(text.size());
        evaluation.meter().addScannedBytes(text.size());
        return StringValue.ofText(text.slice());
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        OutputSink plain = at == null ? out : (value, none) -> out.accept(value, ValuePath.NONE);
        return combine(parts.size() - 1, new Value[parts.size()], evaluation, environment, in, plain);
    }

    /** Combines all outputs of the parts. The first part varies fastest. */
    private boolean combine(
            int i, Value[] values, Evaluation evaluation, Environment environment, Value in, OutputSink out) {
        if (i < 0) {
            return out.accept(text(values, evaluation), null);
        }
        return parts.get(i).eval(evaluation, environment, in, null, (value, none) -> {
            values[i] = value;
            return combine(i - 1, values, evaluation, environment, in, out);
        });
    }
}
