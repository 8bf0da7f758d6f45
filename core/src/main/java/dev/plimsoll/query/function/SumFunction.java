package dev.plimsoll.query.function;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.OutputSink;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.SingleValueNode;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.Operators;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Function {@code add}: the sum of all values. Texts are collected, so that they are not copied for each addition. */
final class SumFunction extends SingleValueNode {

    private final QueryNode source;

    SumFunction(QueryNode source) {
        super(source);
        this.source = source;
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        Accumulator sum = new Accumulator(evaluation);
        source.eval(evaluation, environment, in, null, sum);
        return sum.value();
    }

    private static final class Accumulator implements OutputSink {

        private final Evaluation evaluation;
        private Value sum = ConstantValue.NULL;
        private @Nullable ByteSink text;

        Accumulator(Evaluation evaluation) {
            this.evaluation = evaluation;
        }

        @Override
        public boolean accept(Value next, @Nullable ValuePath at) {
            evaluation.meter().step();
            if (next instanceof StringValue s && (text != null || sum instanceof StringValue)) {
                if (text == null) {
                    text = new ByteSink(256).raw(((StringValue) sum).text());
                }
                text.raw(s.text());
                evaluation.meter().addBuiltBytes(s.text().length());
                return true;
            }
            if (!next.isNull()) {
                sum = Operators.add(value(), next, evaluation.meter());
            }
            return true;
        }

        private Value value() {
            return text == null ? sum : StringValue.ofText(text.slice());
        }
    }
}
