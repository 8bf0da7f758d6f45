package dev.plimsoll.query.node;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.text.RegexMatch;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node that calls a function of the expression, one of its arguments, or a built-in function. */
public sealed interface CallNode extends QueryNode {

    /**
     * Node for a call of a function that the expression defines. Arguments are evaluated when the function
     * uses them.
     *
     * @param hops number of names in the environment between the call and the definition of the function
     */
    record Call(QueryFunction function, int hops, List<QueryNode> arguments, NodeTraits traits) implements CallNode {

        public Call(QueryFunction function, int hops, List<QueryNode> arguments) {
            this(function, hops, List.copyOf(arguments), traits(function, arguments));
        }

        @Override
        public List<QueryNode> parts() {
            return arguments;
        }

        /**
         * Returns the traits of a call. The body is added to the depth when it runs, because it may call the function again.
         */
        private static NodeTraits traits(QueryFunction function, List<QueryNode> arguments) {
            return NodeTraits.of(stack -> {
                NodeTraits.StackUse use = stack.frames(3);
                for (int i = 0; i < arguments.size(); i++) {
                    if (function.isValue(i)) {
                        use = use.value(arguments.get(i)).frames(1);
                    }
                }
                return use;
            });
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            evaluation.meter().step();
            Environment inner = environment.enclosing(hops);
            for (QueryNode argument : arguments) {
                inner = inner.with(argument, environment);
            }
            int levels = function.body().traits().height(at != null);
            evaluation.meter().enter(levels);
            boolean more;
            try {
                more = withValues(0, new Frame(evaluation.inTurn(), environment, in, at), inner, out);
            } catch (QueryError e) {
                // a function of the library has no position in the expression, but its call has one
                evaluation.trace().atCall(this);
                throw e;
            }
            evaluation.meter().leave(levels);
            return more;
        }

        private record Frame(
                Evaluation evaluation,
                Environment environment,
                Value in,
                @Nullable ValuePath at) {}

        /**
         * Evaluates the value parameters from an index on, and runs the body once for each combination of
         * their outputs.
         */
        private boolean withValues(int from, Frame frame, Environment inner, OutputSink out) {
            int i = from;
            while (i < arguments.size() && !function.isValue(i)) {
                i++;
            }
            if (i == arguments.size()) {
                return function.body().eval(frame.evaluation, inner, frame.in, frame.at, out);
            }
            int next = i + 1;
            return arguments
                    .get(i)
                    .eval(
                            frame.evaluation,
                            frame.environment,
                            frame.in,
                            null,
                            (value, none) -> withValues(next, frame, inner.with(value), out));
        }
    }

    /** Node for an argument of the enclosing function. It is evaluated in the environment of the caller. */
    record Argument(int hops, NodeTraits traits) implements CallNode {

        public Argument(int hops) {
            this(hops, NodeTraits.of(stack -> stack.frames(1)));
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            evaluation.meter().step();
            Environment entry = environment.enclosing(hops);
            int levels = entry.body().traits().height(at != null);
            evaluation.meter().enter(levels);
            boolean more = entry.body().eval(evaluation, entry.scope(), in, at, out);
            evaluation.meter().leave(levels);
            return more;
        }
    }

    /**
     * Node for a built-in function that computes one value from {@code .} and its arguments. If arguments have several outputs,
     * it computes one value for each combination.
     *
     * @param name name of the function with the number of its arguments; empty for a part of another function
     */
    record Native(String name, Implementation implementation, List<QueryNode> arguments, NodeTraits traits)
            implements CallNode {

        /** Implementation of the function. */
        public interface Implementation {
            Value apply(Evaluation evaluation, Value in, Value[] arguments);
        }

        public Native(String name, Implementation implementation, List<QueryNode> arguments) {
            this(name, implementation, List.copyOf(arguments), NodeTraits.combined(arguments));
        }

        public Native(Implementation implementation, List<QueryNode> arguments) {
            this("", implementation, arguments);
        }

        public Native(Implementation implementation) {
            this(implementation, List.of());
        }

        @Override
        public List<QueryNode> parts() {
            return arguments;
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
            evaluation.meter().step();
            Value[] values = new Value[arguments.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments.get(i).evalSingle(evaluation, environment, in);
            }
            evaluation.trace().at(this);
            return implementation.apply(evaluation, in, values);
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            ValuePath noPath = at == null ? null : ValuePath.NONE;
            if (traits.isSingle()) {
                return out.accept(evalSingle(evaluation, environment, in), noPath);
            }
            return combine(
                    arguments.size() - 1,
                    new Value[arguments.size()],
                    evaluation,
                    environment,
                    in,
                    (value, none) -> out.accept(value, noPath));
        }

        /** Calls the function for each combination. The first argument varies fastest. */
        private boolean combine(
                int i, Value[] values, Evaluation evaluation, Environment environment, Value in, OutputSink out) {
            if (i < 0) {
                evaluation.meter().step();
                evaluation.trace().at(this);
                return out.accept(implementation.apply(evaluation, in, values.clone()), null);
            }
            return arguments.get(i).eval(evaluation, environment, in, null, (value, none) -> {
                values[i] = value;
                return combine(i - 1, values, evaluation, environment, in, out);
            });
        }
    }

    /**
     * Node for {@code sub} and {@code gsub}. The replacement is computed from the named captures.
     *
     * @param isGlobal whether all matches are replaced; otherwise only the first
     */
    record Substitution(QueryNode regex, QueryNode replacement, QueryNode flags, boolean isGlobal, NodeTraits traits)
            implements CallNode {

        public Substitution(QueryNode regex, QueryNode replacement, QueryNode flags, boolean isGlobal) {
            this(
                    regex,
                    replacement,
                    flags,
                    isGlobal,
                    NodeTraits.of(stack -> atRegex(stack.value(flags).value(regex), replacement)));
        }

        private static NodeTraits.StackUse atRegex(NodeTraits.StackUse stack, QueryNode replacement) {
            return stack.covering(stack.frames(2).inner(replacement));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(regex, replacement, flags);
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            ValuePath noPath = at == null ? null : ValuePath.NONE;
            return flags.eval(
                    evaluation,
                    environment,
                    in,
                    null,
                    (letters, none) -> regex.eval(evaluation, environment, in, null, (pattern, ignored) -> {
                        evaluation.trace().at(this);
                        List<RegexMatch> matches = evaluation
                                .regexes()
                                .compile(in, pattern, letters, isGlobal, evaluation.meter())
                                .matches((StringValue) in, false, evaluation.meter());
                        for (ByteSink text : substitute(((StringValue) in).text(), matches, evaluation, environment)) {
                            if (!out.accept(StringValue.ofText(text.slice()), noPath)) {
                                return false;
                            }
                        }
                        return true;
                    }));
        }

        /**
         * Returns the text with its matches replaced: one for each combination if replacements have several outputs. The first
         * match varies fastest.
         */
        private List<ByteSink> substitute(
                Slice text, List<RegexMatch> matches, Evaluation evaluation, Environment environment) {
            List<ByteSink> texts = new ArrayList<>(List.of(new ByteSink(text.length() + 16)));
            int at = 0;
            for (RegexMatch regexMatch : matches) {
                Slice between = text.sub(at, regexMatch.from());
                List<Slice> inserts = replacements(regexMatch, evaluation, environment);
                List<ByteSink> next = new ArrayList<>();
                for (int i = 0; i < inserts.size(); i++) {
                    boolean isLast = i == inserts.size() - 1;
                    for (ByteSink sink : texts) {
                        ByteSink copy = isLast ? sink : new ByteSink(sink.size() + 16).raw(sink.slice());
                        evaluation
                                .meter()
                                .addBuiltBytes(
                                        between.length() + inserts.get(i).length() + (isLast ? 0L : sink.size()));
                        evaluation.meter().step();
                        next.add(copy.raw(between).raw(inserts.get(i)));
                    }
                }
                texts = next;
                at = regexMatch.to();
            }
            for (ByteSink sink : texts) {
                sink.raw(text.sub(at, text.length()));
            }
            return texts;
        }

        private List<Slice> replacements(RegexMatch regexMatch, Evaluation evaluation, Environment environment) {
            List<Slice> inserts = new ArrayList<>();
            Value captures = regexMatch.captures(evaluation.meter());
            replacement.eval(evaluation, environment, captures, null, (value, none) -> {
                if (!(value instanceof StringValue s)) {
                    evaluation.trace().at(this);
                    throw new QueryError(
                            QueryError.describe(captures, evaluation.meter()) + " cannot be added to a string");
                }
                return inserts.add(s.text());
            });
            return inserts;
        }
    }
}
