package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.Env;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.eval.Sink;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code limit(N; BODY)}, {@code skip(N; BODY)}, {@code nth(N; BODY)} */
final class Limit extends Node {

    private final Kind kind;
    private final Node number;
    private final Node body;

    enum Kind {
        LIMIT,
        SKIP,
        NTH
    }

    Limit(Kind kind, Node number, Node body) {
        super(2, number, body);
        this.kind = kind;
        this.number = number;
        this.body = body;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        return number.eval(run, env, in, null, (n, none) -> {
            if (!(n instanceof Num count)) {
                throw new QueryError("Invalid arguments: the count must be a number");
            }
            if (count.signum() < 0) {
                throw new QueryError(
                        kind == Kind.NTH
                                ? "Out of bounds negative array index"
                                : "Invalid arguments: the count must not be negative");
            }
            Counter counter = new Counter(count.toLong(), out);
            if (kind == Kind.LIMIT && counter.left == 0) {
                return true;
            }
            return body.eval(run, env, in, at, counter) || counter.enough;
        });
    }

    private final class Counter implements Sink {

        private final Sink out;
        private long left;
        private boolean enough;

        Counter(long left, Sink out) {
            this.left = left;
            this.out = out;
        }

        @Override
        public boolean take(Value value, @Nullable Path at) {
            if (kind == Kind.SKIP) {
                return left-- > 0 || out.take(value, at);
            }
            if (kind == Kind.NTH && left-- > 0) {
                return true;
            }
            boolean more = out.take(value, at);
            enough = more && (kind == Kind.NTH || --left == 0);
            return more && !enough;
        }
    }
}
