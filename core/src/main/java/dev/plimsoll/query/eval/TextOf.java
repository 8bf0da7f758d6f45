package dev.plimsoll.query.eval;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.query.ops.Format;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** <code>"text \(EXPRESSION) text"</code>, in a format. */
public final class TextOf extends Node {

    private final Format format;
    private final List<Node> parts;
    private final boolean single;

    /** Literals are taken as they are, everything else is formatted. */
    public TextOf(Format format, List<Node> parts) {
        super(height(parts));
        this.format = format;
        this.parts = List.copyOf(parts);
        this.single = parts.stream().allMatch(Node::single);
    }

    private static int height(List<Node> parts) {
        int most = 0;
        for (Node part : parts) {
            most = Math.max(most, part.height());
        }
        return 1 + most + (parts.stream().allMatch(Node::single) ? 0 : parts.size());
    }

    @Override
    public boolean single() {
        return single;
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        Value[] values = new Value[parts.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = parts.get(i).one(run, env, in);
        }
        return text(values, run);
    }

    private Str text(Value[] values, Run run) {
        ByteSink text = new ByteSink(64);
        for (int i = 0; i < values.length; i++) {
            Str part = parts.get(i) instanceof Literal && values[i] instanceof Str s
                    ? s
                    : format.of(values[i], run.meter());
            text.raw(part.text());
        }
        run.meter().built(text.size());
        run.meter().walked(text.size());
        return Str.ofText(text.slice());
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Sink plain = at == null ? out : (value, none) -> out.take(value, Path.NOWHERE);
        return combine(parts.size() - 1, new Value[parts.size()], run, env, in, plain);
    }

    /** The first part changes quickest. */
    private boolean combine(int i, Value[] values, Run run, Env env, Value in, Sink out) {
        if (i < 0) {
            return out.take(text(values, run), null);
        }
        return parts.get(i).eval(run, env, in, null, (value, none) -> {
            values[i] = value;
            return combine(i - 1, values, run, env, in, out);
        });
    }
}
