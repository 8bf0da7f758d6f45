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

/** Node that calls a function of the expression, an argument of such a function, or a built-in function. */
public sealed interface CallNode extends QueryNode {

    /**
     * Node for a call of a function that the expression defines. The function evaluates an argument each time it uses
     * the argument.
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
                NodeTraits.StackUse use = stack.addFrames(3);
                for (int i = 0; i < arguments.size(); i++) {
                    if (function.isValueParameter(i)) {
                        use = use.addValuePart(arguments.get(i)).addFrames(1);
                    }
                }
                return use;
            });
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            evaluation.meter().step();
            Environment inner = environment.enclosing(hops);
            for (QueryNode argument : arguments) {
                inner = inner.with(argument, environment);
            }
            int stackUnits = function.body().traits().height(inputPath != null);
            evaluation.meter().enter(stackUnits);
            boolean canContinue;
            try {
                canContinue = evaluateParameters(
                        0, new CallFrame(evaluation.withUncertainCalls(), environment, input, inputPath), inner, out);
            } catch (QueryError e) {
                // a function of the library has no position in the expression, but its call has one
                evaluation.trace().setFailedCall(this);
                throw e;
            }
            evaluation.meter().leave(stackUnits);
            return canContinue;
        }

        private record CallFrame(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath) {}

        /**
         * Evaluates the value parameters from an index on, and runs the body once for each combination of
         * their outputs.
         */
        private boolean evaluateParameters(int from, CallFrame frame, Environment inner, OutputSink out) {
            int i = from;
            while (i < arguments.size() && !function.isValueParameter(i)) {
                i++;
            }
            if (i == arguments.size()) {
                return function.body().eval(frame.evaluation, inner, frame.input, frame.inputPath, out);
            }
            int next = i + 1;
            return arguments
                    .get(i)
                    .eval(
                            frame.evaluation,
                            frame.environment,
                            frame.input,
                            null,
                            (value, none) -> evaluateParameters(next, frame, inner.with(value), out));
        }
    }

    /** Node for an argument of the enclosing function. It is evaluated in the environment of the caller. */
    record Argument(int hops, NodeTraits traits) implements CallNode {

        public Argument(int hops) {
            this(hops, NodeTraits.of(stack -> stack.addFrames(1)));
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            evaluation.meter().step();
            Environment entry = environment.enclosing(hops);
            int stackUnits = entry.argument().traits().height(inputPath != null);
            evaluation.meter().enter(stackUnits);
            boolean canContinue = entry.argument().eval(evaluation, entry.scope(), input, inputPath, out);
            evaluation.meter().leave(stackUnits);
            return canContinue;
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
            Value apply(Evaluation evaluation, Value input, Value[] arguments);
        }

        public Native(String name, Implementation implementation, List<QueryNode> arguments) {
            this(name, implementation, List.copyOf(arguments), NodeTraits.ofCombinations(arguments));
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
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            evaluation.meter().step();
            Value[] values = new Value[arguments.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments.get(i).evalSingle(evaluation, environment, input);
            }
            evaluation.trace().setNode(this);
            return implementation.apply(evaluation, input, values);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            ValuePath noPath = inputPath == null ? null : ValuePath.NONE;
            if (traits.isSingle()) {
                return out.accept(evalSingle(evaluation, environment, input), noPath);
            }
            return combine(
                    arguments.size() - 1,
                    new Value[arguments.size()],
                    evaluation,
                    environment,
                    input,
                    (value, none) -> out.accept(value, noPath));
        }

        /** Calls the function for each combination. The first argument varies fastest. */
        private boolean combine(
                int i, Value[] values, Evaluation evaluation, Environment environment, Value input, OutputSink out) {
            if (i < 0) {
                evaluation.meter().step();
                evaluation.trace().setNode(this);
                return out.accept(implementation.apply(evaluation, input, values.clone()), null);
            }
            return arguments.get(i).eval(evaluation, environment, input, null, (value, none) -> {
                values[i] = value;
                return combine(i - 1, values, evaluation, environment, input, out);
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
                    NodeTraits.of(
                            stack -> stackUseAtRegex(stack.addValuePart(flags).addValuePart(regex), replacement)));
        }

        private static NodeTraits.StackUse stackUseAtRegex(NodeTraits.StackUse stack, QueryNode replacement) {
            return stack.addPhase(stack.addFrames(2).addInnerParts(replacement));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(regex, replacement, flags);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            ValuePath noPath = inputPath == null ? null : ValuePath.NONE;
            return flags.eval(
                    evaluation,
                    environment,
                    input,
                    null,
                    (flagLetters, none) -> regex.eval(evaluation, environment, input, null, (pattern, ignored) -> {
                        evaluation.trace().setNode(this);
                        List<RegexMatch> matches = evaluation
                                .regexes()
                                .compile(input, pattern, flagLetters, isGlobal, evaluation.meter())
                                .matches((StringValue) input, false, evaluation.meter());
                        for (ByteSink text :
                                replaceMatches(((StringValue) input).text(), matches, evaluation, environment)) {
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
        private List<ByteSink> replaceMatches(
                Slice text, List<RegexMatch> matches, Evaluation evaluation, Environment environment) {
            List<ByteSink> results = new ArrayList<>(List.of(new ByteSink(text.length() + 16)));
            int position = 0;
            for (RegexMatch regexMatch : matches) {
                Slice textBeforeMatch = text.sub(position, regexMatch.start());
                List<Slice> replacements = evaluateReplacement(regexMatch, evaluation, environment);
                List<ByteSink> extendedResults = new ArrayList<>();
                for (int i = 0; i < replacements.size(); i++) {
                    boolean isLast = i == replacements.size() - 1;
                    for (ByteSink sink : results) {
                        ByteSink copy = isLast ? sink : new ByteSink(sink.size() + 16).raw(sink.slice());
                        evaluation
                                .meter()
                                .addBuiltBytes(textBeforeMatch.length()
                                        + replacements.get(i).length()
                                        + (isLast ? 0L : sink.size()));
                        evaluation.meter().step();
                        extendedResults.add(copy.raw(textBeforeMatch).raw(replacements.get(i)));
                    }
                }
                results = extendedResults;
                position = regexMatch.end();
            }
            for (ByteSink sink : results) {
                sink.raw(text.sub(position, text.length()));
            }
            return results;
        }

        private List<Slice> evaluateReplacement(RegexMatch regexMatch, Evaluation evaluation, Environment environment) {
            List<Slice> replacements = new ArrayList<>();
            Value captures = regexMatch.captures(evaluation.meter());
            replacement.eval(evaluation, environment, captures, null, (value, none) -> {
                if (!(value instanceof StringValue text)) {
                    evaluation.trace().setNode(this);
                    throw new QueryError(
                            QueryError.describe(captures, evaluation.meter()) + " cannot be added to a string");
                }
                return replacements.add(text.text());
            });
            return replacements;
        }
    }
}
