package dev.plimsoll.query;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.function.FunctionLibrary;
import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.EvaluationTrace;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.parse.Parser;
import dev.plimsoll.query.text.Regexes;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.warning.QueryWarnings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Query of one document, in a documented subset of jq: one expression, or several with names. Immutable: many threads can run
 * one query many times.
 */
public final class Query {

    private record Expression(String name, Parser.Parsed parsed) {}

    private final List<Expression> expressions;
    private final List<String> variables;

    private Query(List<Expression> expressions, Collection<String> variables) {
        this.expressions = List.copyOf(expressions);
        this.variables = List.copyOf(variables);
    }

    /** Parses a query. Refuses invalid syntax with {@code QUERY_INVALID} and shows the position. */
    public static Query parse(String expression) {
        return parse(Map.of("", expression), List.of());
    }

    /**
     * Parses expressions by their names; an expression without a name has the empty name.
     *
     * @param variables variables whose values are in the input of each run
     */
    public static Query parse(Map<String, String> expressions, Collection<String> variables) {
        List<Expression> parsed = new ArrayList<>();
        expressions.forEach((name, text) -> {
            try {
                parsed.add(new Expression(name, Parser.parse(text, variables)));
            } catch (RefusedException refused) {
                throw QueryErrorText.withName(refused, name);
            }
        });
        return new Query(parsed, variables);
    }

    /** Returns whether a name is a function of jq or of programs, available or not, or a keyword. */
    public static boolean isFunctionOrKeyword(String name) {
        return FunctionLibrary.UNSUPPORTED.contains(name)
                || Parser.isKeyword(name)
                || FunctionLibrary.forPrograms().namesAndArities().stream()
                        .anyMatch(function -> function.startsWith(name + "/"));
    }

    private boolean isNamed() {
        return expressions.size() != 1 || !expressions.get(0).name.isEmpty();
    }

    /**
     * Runs the query. Limits apply to all expressions together. Refuses runtime errors with {@code QUERY_INVALID}, and exceeded
     * limits with {@code QUERY_LIMIT}.
     */
    public QueryOutputs run(QueryInput input, QueryLimits limits) {
        QueryMeter queryMeter = new QueryMeter(limits.timeMs(), limits.steps(), limits.memory(), limits.output());
        QueryWarnings warnings = new QueryWarnings(documents(input), input.truncation());
        Run run = new Run(input, queryMeter, new Regexes());
        if (!isNamed()) {
            OutputCollector outputs = new OutputCollector(queryMeter, 0);
            run.evaluate(expressions.get(0), outputs, warnings);
            return outputs.toOutputs(warnings.find());
        }
        ByteSink object = new ByteSink(256).ascii("{");
        for (Expression expression : expressions) {
            OutputCollector outputs = new OutputCollector(queryMeter, object.size());
            try {
                run.evaluate(expression, outputs, warnings);
            } catch (RefusedException refused) {
                throw QueryErrorText.withName(refused, expression.name);
            }
            object.ascii(object.size() == 1 ? "" : ",").string(expression.name).ascii(":");
            outputs.toOutputs(List.of()).writeValueTo(object);
        }
        return QueryOutputs.named(object.ascii("}").slice(), warnings.find());
    }

    /** Returns the documents that warnings refer to, by their variables. */
    private static Map<String, Slice> documents(QueryInput input) {
        Map<String, Slice> documents = new HashMap<>();
        if (!input.document().isText()) {
            documents.put("", input.document().bytes());
        }
        input.variables().forEach((name, source) -> {
            if (!source.isText()) {
                documents.put(name, source.bytes());
            }
        });
        return documents;
    }

    /** Run of all expressions on one input. */
    private final class Run {

        private final QueryInput input;
        private final QueryMeter queryMeter;
        private final Regexes regexes;
        private final Environment environment;

        Run(QueryInput input, QueryMeter queryMeter, Regexes regexes) {
            this.input = input;
            this.queryMeter = queryMeter;
            this.regexes = regexes;
            Environment names = Environment.empty();
            for (String variable : variables) {
                QueryInput.Source source = input.variables().get(variable);
                names = names.with(source == null ? ConstantValue.NULL : InputValue.create(source, queryMeter));
            }
            this.environment = names;
        }

        void evaluate(Expression expression, OutputCollector outputs, QueryWarnings warnings) {
            QueryNode node = expression.parsed.node();
            EvaluationTrace trace = new EvaluationTrace(expression.parsed.positions());
            Evaluation evaluation =
                    new Evaluation(queryMeter, input.takenAt(), regexes, input.functions(), trace, null, true);
            try {
                queryMeter.enter(node.traits().height(false));
                node.eval(evaluation, environment, InputValue.create(input.document(), queryMeter), null, outputs);
                queryMeter.restoreDepth(0);
            } catch (QueryError e) {
                boolean isText = input.document().isText();
                throw QueryErrorText.create(e, queryMeter, isText, expression.parsed.positions(), trace.node());
            } catch (StackOverflowError e) {
                // the depth is limited, so the stack of this thread is too small; a run changes no shared state
                throw QueryMeter.stackExhausted();
            }
            warnings.add(expression.name, expression.parsed, variables, trace.ties());
        }
    }
}
