package dev.plimsoll.query.node;

import dev.plimsoll.query.program.CallPendingSignal;
import dev.plimsoll.query.program.CallRound;
import dev.plimsoll.query.value.QueryError;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Steps that a program is certain to run, one after another. If a call of one step is pending, the next steps still run, so
 * that their calls are collected. The evaluation then ends after the last step.
 */
final class CertainSteps {

    private final CallRound calls;
    private final Evaluation evaluation;
    private boolean hasPendingCall;

    private CertainSteps(CallRound calls, Evaluation evaluation) {
        this.calls = calls;
        this.evaluation = evaluation;
    }

    /**
     * Begins steps. Returns null if the evaluation makes no calls, or if its calls are not certain: then steps run only until
     * a call is pending.
     */
    static @Nullable CertainSteps begin(Evaluation evaluation) {
        CallRound calls = evaluation.calls();
        return calls == null || !evaluation.hasCertainCalls() ? null : new CertainSteps(calls, evaluation);
    }

    /** Runs a source whose outputs are the inputs of steps. */
    static boolean runEach(Evaluation evaluation, OutputSink step, Predicate<OutputSink> source) {
        CertainSteps steps = begin(evaluation);
        if (steps == null) {
            return source.test(step);
        }
        boolean canContinue;
        try {
            canContinue = source.test((value, path) -> {
                Boolean canContinueOrNull = steps.run(() -> step.accept(value, path));
                return canContinueOrNull == null || canContinueOrNull;
            });
        } catch (QueryError e) {
            steps.end();
            throw e;
        }
        steps.end();
        return canContinue;
    }

    /** Runs a step. Returns null if one of its calls is pending. */
    <T> @Nullable T run(Supplier<T> step) {
        int depth = evaluation.meter().depth();
        try {
            return step.get();
        } catch (CallPendingSignal signal) {
            if (calls.isClosed()) {
                throw signal;
            }
            hasPendingCall = true;
            evaluation.meter().restoreDepth(depth);
            return null;
        } catch (QueryError e) {
            // pending calls of earlier steps come first: their results may end the program before this error
            end();
            throw e;
        }
    }

    /** Ends the steps, and the evaluation if a call is pending. */
    void end() {
        if (hasPendingCall) {
            throw new CallPendingSignal();
        }
    }
}
