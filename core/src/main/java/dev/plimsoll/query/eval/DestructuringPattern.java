package dev.plimsoll.query.eval;

import dev.plimsoll.query.ops.ValueAccess;
import dev.plimsoll.query.ops.Operators;
import dev.plimsoll.query.value.ValueKind;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What stands after {@code as}: takes a value apart and binds names to the parts. */
public sealed interface DestructuringPattern {

    /** Runs {@code then} with the names bound, once for each way to take the value apart; false if it wants no more. */
    boolean bind(Evaluation evaluation, EnvironmentNode environmentNode, Value value, Predicate<EnvironmentNode> then);

    int height();

    /** {@code $name} */
    record Name() implements DestructuringPattern {

        @Override
        public boolean bind(Evaluation evaluation, EnvironmentNode environmentNode, Value value, Predicate<EnvironmentNode> then) {
            return then.test(environmentNode.with(value));
        }

        @Override
        public int height() {
            return 1;
        }
    }

    /** {@code [A, B]} */
    record Elements(List<DestructuringPattern> parts) implements DestructuringPattern {

        public Elements {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean bind(Evaluation evaluation, EnvironmentNode environmentNode, Value value, Predicate<EnvironmentNode> then) {
            if (value.kind() != ValueKind.ARRAY && !value.isNull()) {
                throw Operators.notIndexable(value, "number");
            }
            return bind(evaluation, environmentNode, value, 0, then);
        }

        private boolean bind(Evaluation evaluation, EnvironmentNode environmentNode, Value value, int i, Predicate<EnvironmentNode> then) {
            if (i == parts.size()) {
                return then.test(environmentNode);
            }
            Value part = ValueAccess.index(value, NumberValue.of(i), evaluation.meter());
            return parts.get(i).bind(evaluation, environmentNode, part, inner -> bind(evaluation, inner, value, i + 1, then));
        }

        @Override
        public int height() {
            return 3
                    * (parts.size()
                            + parts.stream().mapToInt(DestructuringPattern::height).max().orElse(0));
        }
    }

    /**
     * One {@code KEY: PART} of an object.
     *
     * @param key gives the names of members
     * @param bound whether the key was written {@code $name}, which binds the member's value to that name as well
     * @param part what becomes of the member's value; null if that is all
     */
    record Member(QueryNode key, boolean bound, @Nullable DestructuringPattern part) {}

    /** {@code {A: P, $b}} */
    record Members(List<Member> parts) implements DestructuringPattern {

        public Members {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean bind(Evaluation evaluation, EnvironmentNode environmentNode, Value value, Predicate<EnvironmentNode> then) {
            return bind(evaluation, environmentNode, value, 0, then);
        }

        private boolean bind(Evaluation evaluation, EnvironmentNode environmentNode, Value value, int i, Predicate<EnvironmentNode> then) {
            if (i == parts.size()) {
                return then.test(environmentNode);
            }
            Member member = parts.get(i);
            return member.key.eval(evaluation, environmentNode, value, null, (key, none) -> {
                if (!(key instanceof StringValue)) {
                    throw Operators.notIndexable(value, key.kind().word());
                }
                Value part = ValueAccess.index(value, key, evaluation.meter());
                EnvironmentNode inner = member.bound ? environmentNode.with(part) : environmentNode;
                if (member.part == null) {
                    return bind(evaluation, inner, value, i + 1, then);
                }
                return member.part.bind(evaluation, inner, part, deeper -> bind(evaluation, deeper, value, i + 1, then));
            });
        }

        @Override
        public int height() {
            int most = 0;
            for (Member member : parts) {
                int part = member.part == null ? 0 : member.part.height();
                most = Math.max(most, Math.max(member.key.height(), part));
            }
            return 3 * (parts.size() + most);
        }
    }
}
