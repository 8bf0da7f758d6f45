package dev.plimsoll.query.library;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.query.eval.Env;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.eval.Single;
import dev.plimsoll.query.eval.Sink;
import dev.plimsoll.query.ops.Ops;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code add}: everything added up; texts are gathered instead of being copied again and again. */
final class Sum extends Single {

    private final Node source;

    Sum(Node source) {
        super(source);
        this.source = source;
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        Gathered sum = new Gathered(run);
        source.eval(run, env, in, null, sum);
        return sum.value();
    }

    private static final class Gathered implements Sink {

        private final Run run;
        private Value sum = Constant.NULL;
        private @Nullable ByteSink text;

        Gathered(Run run) {
            this.run = run;
        }

        @Override
        public boolean take(Value next, @Nullable Path at) {
            run.meter().step();
            if (next instanceof Str s && (text != null || sum instanceof Str)) {
                if (text == null) {
                    text = new ByteSink(256).raw(((Str) sum).text());
                }
                text.raw(s.text());
                run.meter().built(s.text().length());
                return true;
            }
            if (!next.isNull()) {
                sum = Ops.add(value(), next, run.meter());
            }
            return true;
        }

        private Value value() {
            return text == null ? sum : Str.ofText(text.slice());
        }
    }
}
