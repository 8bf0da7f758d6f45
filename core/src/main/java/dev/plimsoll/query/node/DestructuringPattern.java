package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.QueryError;
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

    /** Runs a body as {@link #bind} runs {@code then}. The body passes its outputs to {@code out}. */
    default boolean bindEach(Evaluation evaluation, Environment environment, Value value, OutputSink out, Body body) {
        return bind(evaluation, environment, value, inner -> body.eval(inner, out));
    }

    /** Returns the use of the stack: the height of the pattern without {@code then}, and the reach when {@code then} runs. */
    NodeTraits.StackUse stackUse();

    /** Body after a pattern. It runs with the names bound and passes its outputs to a sink. */
    interface Body {
        boolean eval(Environment inner, OutputSink out);
    }

    /** Pattern {@code $name}. */
    record Name() implements DestructuringPattern {

        @Override
        public boolean bind(Evaluation evaluation, Environment environment, Value value, Predicate<Environment> then) {
            return then.test(environment.with(value));
        }

        @Override
        public NodeTraits.StackUse stackUse() {
            return NodeTraits.StackUse.begin(false);
        }
    }

    /**
     * Pattern {@code [A, B]} or {@code {A: P, $b}}.
     *
     * @param isArray whether the keys are indexes; otherwise they are names
     */
    record Container(boolean isArray, List<Part> parts) implements DestructuringPattern {

        public Container {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean bind(Evaluation evaluation, Environment environment, Value value, Predicate<Environment> then) {
            if (isArray && value.kind() != ValueKind.ARRAY && !value.isNull()) {
                evaluation.trace().setNode(parts.get(0).key);
                throw QueryError.indexError(value, "number");
            }
            return bindFrom(0, evaluation, environment, value, then);
        }

        private boolean bindFrom(
                int i, Evaluation evaluation, Environment environment, Value value, Predicate<Environment> then) {
            if (i == parts.size()) {
                return then.test(environment);
            }
            Part part = parts.get(i);
            Predicate<Environment> continuation = inner -> bindFrom(i + 1, evaluation, inner, value, then);
            if (part.key.traits().isSingle()) {
                Value key = part.key.evalSingle(evaluation, environment, value);
                evaluation.trace().setNode(part.key);
                return bindPart(part, member(value, key, evaluation), evaluation, environment, continuation);
            }
            return part.key.eval(evaluation, environment, value, null, (key, none) -> {
                evaluation.trace().setNode(part.key);
                return bindPart(part, member(value, key, evaluation), evaluation, environment, continuation);
            });
        }

        private Value member(Value value, Value key, Evaluation evaluation) {
            if (!isArray && !(key instanceof StringValue)) {
                throw QueryError.indexError(value, key.kind().typeName());
            }
            return ValueAccess.index(value, key, evaluation.meter());
        }

        private static boolean bindPart(
                Part part,
                Value member,
                Evaluation evaluation,
                Environment environment,
                Predicate<Environment> continuation) {
            Environment inner = part.isBoundToName ? environment.with(member) : environment;
            return part.pattern == null
                    ? continuation.test(inner)
                    : part.pattern.bind(evaluation, inner, member, continuation);
        }

        @Override
        public NodeTraits.StackUse stackUse() {
            NodeTraits.StackUse use = NodeTraits.StackUse.begin(false).addFrames(1);
            for (Part part : parts) {
                use = use.addValuePart(part.key).addFrames(1);
                use = part.pattern == null ? use.addLambda() : use.addPattern(part.pattern);
                use = use.addFrames(1);
            }
            return use;
        }
    }

    /**
     * Part {@code KEY: PATTERN} of a container.
     *
     * @param key node that produces the names or the index of the part
     * @param isBoundToName whether the key is written as {@code $name}, which also binds the part to that name
     * @param pattern pattern for the part; null if there is none
     */
    record Part(
            QueryNode key, boolean isBoundToName, @Nullable DestructuringPattern pattern) {}

    /**
     * Several patterns: {@code P ?// Q}. If one does not match, or the body fails, the next one is used.
     *
     * @param alternatives alternatives, at least two
     * @param nameCount number of names that all alternatives bind together
     */
    record Alternatives(List<Alternative> alternatives, int nameCount) implements DestructuringPattern {

        public Alternatives {
            alternatives = List.copyOf(alternatives);
        }

        @Override
        public boolean bind(Evaluation evaluation, Environment environment, Value value, Predicate<Environment> then) {
            return bindEach(evaluation, environment, value, (none, ignored) -> true, (inner, out) -> then.test(inner));
        }

        @Override
        public boolean bindEach(
                Evaluation evaluation, Environment environment, Value value, OutputSink out, Body body) {
            int depth = evaluation.meter().depth();
            for (int i = 0; i < alternatives.size() - 1; i++) {
                Alternative alternative = alternatives.get(i);
                boolean[] isInSink = new boolean[1];
                OutputSink watchedSink = (output, path) -> {
                    isInSink[0] = true;
                    boolean canContinue = out.accept(output, path);
                    isInSink[0] = false;
                    return canContinue;
                };
                try {
                    return alternative.pattern.bind(
                            evaluation,
                            environment,
                            value,
                            inner -> body.eval(rebind(environment, inner, alternative), watchedSink));
                } catch (QueryError e) {
                    if (isInSink[0]) {
                        throw e;
                    }
                    evaluation.meter().restoreDepth(depth);
                }
            }
            Alternative last = alternatives.get(alternatives.size() - 1);
            return last.pattern.bind(
                    evaluation, environment, value, inner -> body.eval(rebind(environment, inner, last), out));
        }

        /**
         * Returns an environment with the names of all alternatives in one order. Names that {@code alternative} does
         * not bind are null.
         */
        private Environment rebind(Environment environment, Environment inner, Alternative alternative) {
            Environment bindings = environment;
            for (int i = 0; i < nameCount; i++) {
                int hops = alternative.hops[i];
                bindings = bindings.with(
                        hops < 0 ? ConstantValue.NULL : inner.enclosing(hops).value());
            }
            return bindings;
        }

        @Override
        public NodeTraits.StackUse stackUse() {
            NodeTraits.StackUse use = NodeTraits.StackUse.begin(false);
            for (Alternative alternative : alternatives) {
                use = use.addAlternative(NodeTraits.StackUse.begin(false).addPattern(alternative.pattern));
            }
            // outputs of the body also pass through the watched sink
            return use.addLambda().addLambda();
        }
    }

    /**
     * One of several patterns.
     *
     * @param hops for each name that any alternative binds, the number of names in the environment between the end of
     *     this pattern and that name; -1 if this pattern does not bind it
     */
    record Alternative(DestructuringPattern pattern, int[] hops) {}
}
