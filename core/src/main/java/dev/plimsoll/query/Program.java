package dev.plimsoll.query;

import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.EvaluationTrace;
import dev.plimsoll.query.parse.CalledTools;
import dev.plimsoll.query.parse.Parser;
import dev.plimsoll.query.program.CallAnswers;
import dev.plimsoll.query.program.CallPendingSignal;
import dev.plimsoll.query.program.CallRound;
import dev.plimsoll.query.program.PendingCall;
import dev.plimsoll.query.program.ProgramTools;
import dev.plimsoll.query.text.Regexes;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Query that calls tools. A run ends with the outputs, or with the calls that have no answer yet: the host makes these calls
 * and runs the program again. Immutable.
 */
public final class Program {

    private final Parser.Parsed parsed;
    private final List<String> variables;

    private Program(Parser.Parsed parsed, Collection<String> variables) {
        this.parsed = parsed;
        this.variables = List.copyOf(variables);
    }

    /** Parses a program. Refuses invalid syntax with {@code QUERY_INVALID} and shows the position. */
    public static Program parse(String text, Collection<String> variables) {
        try {
            return new Program(Parser.parseProgram(text, variables), variables);
        } catch (RefusedException refused) {
            throw ProgramErrorText.describe(refused);
        }
    }

    /** Returns the names of all tools that a program may call; null if the program computes a name. */
    public static @Nullable Set<String> findTools(String text) {
        return CalledTools.find(text);
    }

    /** Result of a run. */
    public sealed interface Step {

        /** The outputs of the program. */
        record Done(QueryOutputs outputs) implements Step {}

        /** The calls that the program waits for, in program order. */
        record CallsNeeded(List<PendingCall> calls) implements Step {

            public CallsNeeded {
                calls = List.copyOf(calls);
            }
        }
    }

    /**
     * Runs the program with the answers so far. Refuses runtime errors with {@code QUERY_INVALID} or the code of the failed
     * call, and exceeded limits with {@code QUERY_LIMIT}.
     *
     * @param maxPending maximum number of calls to wait for
     */
    public Step run(QueryInput input, QueryLimits limits, ProgramTools tools, CallAnswers answers, int maxPending) {
        QueryMeter queryMeter = new QueryMeter(limits.timeMs(), limits.steps(), limits.memory(), limits.output());
        CallRound calls = new CallRound(tools, answers, maxPending);
        EvaluationTrace trace = new EvaluationTrace(parsed.positions());
        Environment environment = Environment.empty();
        for (String variable : variables) {
            QueryInput.Source source = input.variables().get(variable);
            environment = environment.with(source == null ? ConstantValue.NULL : InputValue.create(source, queryMeter));
        }
        OutputCollector outputs = new OutputCollector(queryMeter, 0);
        try {
            queryMeter.enter(parsed.node().traits().height(false));
            parsed.node()
                    .eval(
                            new Evaluation(
                                    queryMeter, input.takenAt(), new Regexes(), input.functions(), trace, calls, true),
                            environment,
                            InputValue.create(input.document(), queryMeter),
                            null,
                            outputs);
            queryMeter.restoreDepth(0);
            return new Step.Done(outputs.toOutputs(List.of()));
        } catch (CallPendingSignal signal) {
            return new Step.CallsNeeded(calls.pending());
        } catch (QueryError e) {
            throw ProgramErrorText.describe(e, queryMeter, parsed.positions(), trace.node());
        } catch (StackOverflowError e) {
            // the depth is limited, so the stack of this thread is too small; a run changes no shared state
            throw QueryMeter.stackExhausted();
        }
    }
}
