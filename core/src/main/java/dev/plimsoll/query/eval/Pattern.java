package dev.plimsoll.query.eval;

import dev.plimsoll.query.ops.Access;
import dev.plimsoll.query.ops.Ops;
import dev.plimsoll.query.value.Kind;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What stands after {@code as}: takes a value apart and binds names to the parts. */
public sealed interface Pattern {

    /** Runs {@code then} with the names bound, once for each way to take the value apart; false if it wants no more. */
    boolean bind(Run run, Env env, Value value, Predicate<Env> then);

    int height();

    /** {@code $name} */
    record Name() implements Pattern {

        @Override
        public boolean bind(Run run, Env env, Value value, Predicate<Env> then) {
            return then.test(env.with(value));
        }

        @Override
        public int height() {
            return 1;
        }
    }

    /** {@code [A, B]} */
    record Elements(List<Pattern> parts) implements Pattern {

        public Elements {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean bind(Run run, Env env, Value value, Predicate<Env> then) {
            if (value.kind() != Kind.ARRAY && !value.isNull()) {
                throw Ops.notIndexable(value, "number");
            }
            return bind(run, env, value, 0, then);
        }

        private boolean bind(Run run, Env env, Value value, int i, Predicate<Env> then) {
            if (i == parts.size()) {
                return then.test(env);
            }
            Value part = Access.index(value, Num.of(i), run.meter());
            return parts.get(i).bind(run, env, part, inner -> bind(run, inner, value, i + 1, then));
        }

        @Override
        public int height() {
            return 3
                    * (parts.size()
                            + parts.stream().mapToInt(Pattern::height).max().orElse(0));
        }
    }

    /**
     * One {@code KEY: PART} of an object.
     *
     * @param key gives the names of members
     * @param bound whether the key was written {@code $name}, which binds the member's value to that name as well
     * @param part what becomes of the member's value; null if that is all
     */
    record Member(Node key, boolean bound, @Nullable Pattern part) {}

    /** {@code {A: P, $b}} */
    record Members(List<Member> parts) implements Pattern {

        public Members {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean bind(Run run, Env env, Value value, Predicate<Env> then) {
            return bind(run, env, value, 0, then);
        }

        private boolean bind(Run run, Env env, Value value, int i, Predicate<Env> then) {
            if (i == parts.size()) {
                return then.test(env);
            }
            Member member = parts.get(i);
            return member.key.eval(run, env, value, null, (key, none) -> {
                if (!(key instanceof Str)) {
                    throw Ops.notIndexable(value, key.kind().word());
                }
                Value part = Access.index(value, key, run.meter());
                Env inner = member.bound ? env.with(part) : env;
                if (member.part == null) {
                    return bind(run, inner, value, i + 1, then);
                }
                return member.part.bind(run, inner, part, deeper -> bind(run, deeper, value, i + 1, then));
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
