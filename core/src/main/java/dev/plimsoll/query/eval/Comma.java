package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code A, B, C} */
public final class Comma extends Node {

    private final List<Node> parts;

    public Comma(List<Node> parts) {
        super(parts.toArray(Node[]::new));
        this.parts = List.copyOf(parts);
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        for (Node part : parts) {
            if (!part.eval(run, env, in, at, out)) {
                return false;
            }
        }
        return true;
    }
}
