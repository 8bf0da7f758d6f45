package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.JsonOut;
import dev.plimsoll.query.value.MapObj;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** <code>{KEY: VALUE}</code>; of several keys and values every combination. */
public final class ObjectOf extends Node {

    private final List<Member> members;
    private final boolean single;

    /** One member as it is written. */
    public record Member(Node key, Node value) {}

    public ObjectOf(List<Member> members) {
        super(height(members));
        this.members = List.copyOf(members);
        this.single = members.stream().allMatch(member -> member.key.single() && member.value.single());
    }

    private static int height(List<Member> members) {
        int most = 0;
        boolean single = true;
        for (Member member : members) {
            most = Math.max(most, Math.max(member.key.height(), member.value.height()));
            single &= member.key.single() && member.value.single();
        }
        return 2 + most + (single ? 0 : members.size());
    }

    @Override
    public boolean single() {
        return single;
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        run.meter().step();
        MapObj object = new MapObj();
        for (Member member : members) {
            Str key = key(member.key.one(run, env, in), run);
            object.add(key, member.value.one(run, env, in), run.meter());
        }
        return object;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        if (single) {
            return out.take(one(run, env, in), at == null ? null : Path.NOWHERE);
        }
        return combine(
                0, new MapObj(), run, env, in, at == null ? out : (value, none) -> out.take(value, Path.NOWHERE));
    }

    private boolean combine(int i, MapObj so, Run run, Env env, Value in, Sink out) {
        if (i == members.size()) {
            return out.take(so, null);
        }
        Member member = members.get(i);
        return member.key.eval(
                run,
                env,
                in,
                null,
                (name, none) -> member.value.eval(run, env, in, null, (value, nor) -> {
                    run.meter().step();
                    MapObj next = so.with(key(name, run), value, run.meter());
                    return combine(i + 1, next, run, env, in, out);
                }));
    }

    private static Str key(Value key, Run run) {
        if (key instanceof Str name) {
            return name;
        }
        throw QueryError.about(
                key, "Cannot use " + key.kind().word() + " (" + JsonOut.excerpt(key, run.meter()) + ") as object key");
    }
}
