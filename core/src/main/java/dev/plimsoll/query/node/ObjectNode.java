package dev.plimsoll.query.node;

import dev.plimsoll.query.value.MapObjectValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import dev.plimsoll.query.value.ValueWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node for <code>{KEY: VALUE}</code>. If keys or values have several outputs, it produces one object for each combination. */
public final class ObjectNode extends QueryNode {

    private final List<Member> members;
    private final boolean isSingle;

    /** Member of an object expression. */
    public record Member(QueryNode key, QueryNode value) {}

    public ObjectNode(List<Member> members) {
        super(height(members));
        this.members = List.copyOf(members);
        this.isSingle = members.stream().allMatch(member -> member.key.isSingle() && member.value.isSingle());
    }

    private static int height(List<Member> members) {
        int maxHeight = 0;
        boolean single = true;
        for (Member member : members) {
            maxHeight = Math.max(maxHeight, Math.max(member.key.height(), member.value.height()));
            single &= member.key.isSingle() && member.value.isSingle();
        }
        return 2 + maxHeight + (single ? 0 : members.size());
    }

    @Override
    public boolean isSingle() {
        return isSingle;
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        evaluation.meter().step();
        MapObjectValue object = new MapObjectValue();
        for (Member member : members) {
            StringValue key = key(member.key.evalSingle(evaluation, environment, in), evaluation);
            object.add(key, member.value.evalSingle(evaluation, environment, in), evaluation.meter());
        }
        return object;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        if (isSingle) {
            return out.accept(evalSingle(evaluation, environment, in), at == null ? null : ValuePath.NONE);
        }
        return combine(
                0,
                new MapObjectValue(),
                evaluation,
                environment,
                in,
                at == null ? out : (value, none) -> out.accept(value, ValuePath.NONE));
    }

    private boolean combine(
            int i, MapObjectValue object, Evaluation evaluation, Environment environment, Value in, OutputSink out) {
        if (i == members.size()) {
            return out.accept(object, null);
        }
        Member member = members.get(i);
        return member.key.eval(
                evaluation,
                environment,
                in,
                null,
                (name, none) -> member.value.eval(evaluation, environment, in, null, (value, ignored) -> {
                    evaluation.meter().step();
                    MapObjectValue next = object.with(key(name, evaluation), value, evaluation.meter());
                    return combine(i + 1, next, evaluation, environment, in, out);
                }));
    }

    private static StringValue key(Value key, Evaluation evaluation) {
        if (key instanceof StringValue name) {
            return name;
        }
        throw QueryError.about(
                key,
                "Cannot use " + key.kind().typeName() + " (" + ValueWriter.excerpt(key, evaluation.meter())
                        + ") as object key");
    }
}
