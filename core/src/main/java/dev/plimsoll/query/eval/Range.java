package dev.plimsoll.query.eval;

import dev.plimsoll.query.ops.Access;
import dev.plimsoll.query.value.MapObj;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code TERM[FROM:TO]} and {@code TERM[FROM:TO]?} */
public final class Range extends Node {

    private final Node term;
    private final Node from;
    private final Node to;
    private final boolean optional;

    /** A bound that is not given is a literal null; an optional step gives nothing where it cannot be made. */
    public Range(Node term, Node from, Node to, boolean optional) {
        super(term, from, to);
        this.term = term;
        this.from = from;
        this.to = to;
        this.optional = optional;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        return to.eval(
                run,
                env,
                in,
                null,
                (end, none) -> from.eval(run, env, in, null, (start, nor) -> range(run, env, in, at, start, end, out)));
    }

    private boolean range(Run run, Env env, Value in, @Nullable Path at, Value start, Value end, Sink out) {
        return term.eval(run, env, in, at, (value, path) -> {
            MapObj step = new MapObj().add(Access.START, start, run.meter()).add(Access.END, end, run.meter());
            Steps.check(path, value, step, run);
            Value part;
            try {
                part = Access.slice(value, start, end, run.meter());
            } catch (QueryError e) {
                if (!optional) {
                    throw e;
                }
                return true;
            }
            return out.take(part, Steps.to(path, step, run));
        });
    }
}
