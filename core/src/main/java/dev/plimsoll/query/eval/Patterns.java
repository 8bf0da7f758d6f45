package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One pattern, or several in turn ({@code ?//}): if one does not fit, or what follows fails, the next is tried.
 *
 * @param ways at least one
 * @param names how many names all of them bind together; only for several ways
 */
public record Patterns(List<Way> ways, int names) {

    private static final int[] AS_THEY_COME = {};

    public Patterns {
        ways = List.copyOf(ways);
    }

    /**
     * A pattern, and for each name that any of the patterns binds how many names out it is after this one; -1 if it
     * does not bind it.
     */
    public record Way(Pattern pattern, int[] hops) {}

    public static Patterns of(Pattern only) {
        return new Patterns(List.of(new Way(only, AS_THEY_COME)), 0);
    }

    /** What follows: runs with the names bound and gives its outputs to a sink. */
    interface Body {
        boolean eval(Env inner, Sink out);
    }

    /** For bodies whose outputs stay inside. */
    boolean bind(Run run, Env env, Value value, Predicate<Env> body) {
        if (ways.size() == 1) {
            return ways.get(0).pattern().bind(run, env, value, body);
        }
        return bindEach(run, env, value, (none, at) -> true, (inner, out) -> body.test(inner));
    }

    boolean bindEach(Run run, Env env, Value value, Sink out, Body body) {
        if (ways.size() == 1) {
            return ways.get(0).pattern().bind(run, env, value, inner -> body.eval(inner, out));
        }
        int depth = run.meter().depth();
        for (int i = 0; i < ways.size() - 1; i++) {
            Way way = ways.get(i);
            boolean[] outside = new boolean[1];
            Sink watched = (output, path) -> {
                outside[0] = true;
                boolean more = out.take(output, path);
                outside[0] = false;
                return more;
            };
            try {
                return way.pattern().bind(run, env, value, inner -> body.eval(all(env, inner, way), watched));
            } catch (QueryError e) {
                if (outside[0]) {
                    throw e;
                }
                run.meter().depth(depth);
            }
        }
        Way last = ways.get(ways.size() - 1);
        return last.pattern().bind(run, env, value, inner -> body.eval(all(env, inner, last), out));
    }

    /** All names in one order; those that this way does not bind are null. */
    private Env all(Env env, Env inner, Way way) {
        Env all = env;
        for (int i = 0; i < names; i++) {
            int hops = way.hops()[i];
            all = all.with(hops < 0 ? Constant.NULL : inner.out(hops).value());
        }
        return all;
    }

    /** For the height of what contains it. */
    Node asNode() {
        int height = 0;
        for (Way way : ways) {
            height = Math.max(height, way.pattern().height());
        }
        return new Height(height);
    }

    private static final class Height extends Node {

        Height(int height) {
            super(height);
        }

        @Override
        public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
            return true;
        }
    }
}
