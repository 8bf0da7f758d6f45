package dev.plimsoll.query.function;

import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.OutputSink;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Functions {@code limit(N; BODY)}, {@code skip(N; BODY)}, and {@code nth(N; BODY)}. */
final class LimitFunction extends QueryNode {

    private final Kind kind;
    private final QueryNode number;
    private final QueryNode body;

    enum Kind {
        LIMIT,
        SKIP,
        NTH
    }

    LimitFunction(Kind kind, QueryNode number, QueryNode body) {
        super(2, number, body);
        this.kind = kind;
        this.number = number;
        this.body = body;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        return number.eval(evaluation, environment, in, null, (n, none) -> {
            if (!(n instanceof NumberValue count)) {
                throw new QueryError("Invalid arguments: the count must be a number");
            }
            if (count.signum() < 0) {
                throw new QueryError(
                        kind == Kind.NTH
                                ? "Out of bounds negative array index"
                                : "Invalid arguments: the count must not be negative");
            }
            Counter counter = new Counter(count.toLong(), out);
            if (kind == Kind.LIMIT && counter.remaining == 0) {
                return true;
            }
            return body.eval(evaluation, environment, in, at, counter) || counter.isDone;
        });
    }

    private final class Counter implements OutputSink {

        private final OutputSink out;
        private long remaining;
        private boolean isDone;

        Counter(long left, OutputSink out) {
            this.remaining = left;
            this.out = out;
        }

        @Override
        public boolean accept(Value value, @Nullable ValuePath at) {
            if (kind == Kind.SKIP) {
                return remaining-- > 0 || out.accept(value, at);
            }
            if (kind == Kind.NTH && remaining-- > 0) {
                return true;
            }
            boolean more = out.accept(value, at);
            isDone = more && (kind == Kind.NTH || --remaining == 0);
            return more && !isDone;
        }
    }
}
