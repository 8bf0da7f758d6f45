package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.Env;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.eval.Sink;
import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Entries;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.MapObj;
import dev.plimsoll.query.value.Obj;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code walk(BODY)}: from the inside out. */
final class Walk extends Node {

    private final Node body;

    Walk(Node body) {
        super(body);
        this.body = body;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Path nowhere = at == null ? null : Path.NOWHERE;
        return walk(run, env, in, (value, none) -> out.take(value, nowhere));
    }

    private boolean walk(Run run, Env env, Value in, Sink out) {
        Value inside = in;
        int levels = 1 + body.height();
        run.meter().enter(levels);
        if (in instanceof Arr array) {
            ListArr items = new ListArr(0);
            Items each = array.items(run.meter());
            while (each.next()) {
                walk(run, env, each.value(), (value, none) -> {
                    items.add(value, run.meter());
                    return true;
                });
            }
            inside = items;
        } else if (in instanceof Obj object) {
            MapObj members = new MapObj();
            Entries each = object.entries(run.meter());
            while (each.next()) {
                // the first output counts; where there is none, the member goes
                walk(run, env, each.value(), (value, none) -> {
                    members.add(each.key(), value, run.meter());
                    return false;
                });
            }
            inside = members;
        }
        boolean more = body.eval(run, env, inside, null, out);
        run.meter().leave(levels);
        return more;
    }
}
