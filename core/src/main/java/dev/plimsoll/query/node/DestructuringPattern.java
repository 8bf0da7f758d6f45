package dev.plimsoll.query.node;

import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.Operators;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueAccess;
import dev.plimsoll.query.value.ValueKind;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Pattern after {@code as}, which destructures a value and binds names to its parts. */
public sealed interface DestructuringPattern {

    /**
     * Runs {@code then} with the names bound, once for each combination of key outputs. Returns false if {@code then} stops.
     */
    boolean bind(Evaluation evaluation, Environment environment, Value value, Predicate<Environment> then);

    int height();

    /** Pattern {@code $name}. */
    record Name() implements DestructuringPattern {

        @Override
        public boolean bind(Evaluation evaluation, Environment environment, Value value, Predicate<Environment> then) {
            return then.test(environment.with(value));
        }

        @Override
        public int height() {
            return 1;
        }
    }

    /** Pattern {@code [A, B]}. */
    record Elements(List<DestructuringPattern> elements) implements DestructuringPattern {

        public Elements {
            elements = List.copyOf(elements);
        }

        @Override
        public boolean bind(Evaluation evaluation, Environment environment, Value value, Predicate<Environment> then) {
            if (value.kind() != ValueKind.ARRAY && !value.isNull()) {
                throw Operators.notIndexable(value, "number");
            }
            return bind(evaluation, environment, value, 0, then);
        }

        private boolean bind(
                Evaluation evaluation, Environment environment, Value value, int i, Predicate<Environment> then) {
            if (i == elements.size()) {
                return then.test(environment);
            }
            Value part = ValueAccess.index(value, NumberValue.of(i), evaluation.meter());
            return elements.get(i)
                    .bind(evaluation, environment, part, inner -> bind(evaluation, inner, value, i + 1, then));
        }

        @Override
        public int height() {
            return 3
                    * (elements.size()
                            + elements.stream()
                                    .mapToInt(DestructuringPattern::height)
                                    .max()
                                    .orElse(0));
        }
    }

    /**
     * Member {@code KEY: PART} of an object pattern.
     *
     * @param key node that produces the names of members
     * @param bindsName whether the key is written as {@code $name}, which also binds the member's value to that name
     * @param part pattern for the member's value; null if there is none
     */
    record Member(
            QueryNode key, boolean bindsName, @Nullable DestructuringPattern part) {}

    /** Pattern {@code {A: P, $b}}. */
    record Members(List<Member> members) implements DestructuringPattern {

        public Members {
            members = List.copyOf(members);
        }

        @Override
        public boolean bind(Evaluation evaluation, Environment environment, Value value, Predicate<Environment> then) {
            return bind(evaluation, environment, value, 0, then);
        }

        private boolean bind(
                Evaluation evaluation, Environment environment, Value value, int i, Predicate<Environment> then) {
            if (i == members.size()) {
                return then.test(environment);
            }
            Member member = members.get(i);
            return member.key.eval(evaluation, environment, value, null, (key, none) -> {
                if (!(key instanceof StringValue)) {
                    throw Operators.notIndexable(value, key.kind().typeName());
                }
                Value part = ValueAccess.index(value, key, evaluation.meter());
                Environment inner = member.bindsName ? environment.with(part) : environment;
                if (member.part == null) {
                    return bind(evaluation, inner, value, i + 1, then);
                }
                return member.part.bind(
                        evaluation, inner, part, deeper -> bind(evaluation, deeper, value, i + 1, then));
            });
        }

        @Override
        public int height() {
            int maxHeight = 0;
            for (Member member : members) {
                int part = member.part == null ? 0 : member.part.height();
                maxHeight = Math.max(maxHeight, Math.max(member.key.height(), part));
            }
            return 3 * (members.size() + maxHeight);
        }
    }
}
