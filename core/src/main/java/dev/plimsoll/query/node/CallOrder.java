package dev.plimsoll.query.node;

import dev.plimsoll.query.program.CallRound;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Parts of a query in which calls wait for their turn, because it is not certain that the program makes them. */
final class CallOrder {

    private CallOrder() {}

    /** Runs a part whose outputs go to a sink; what the sink does is as certain as the part itself. */
    static boolean inTurn(Evaluation evaluation, OutputSink out, Predicate<OutputSink> part) {
        CallRound calls = evaluation.calls();
        if (calls == null || !calls.isCertain()) {
            return part.test(out);
        }
        return run(calls, false, () -> part.test((value, path) -> run(calls, true, () -> out.accept(value, path))));
    }

    /** Computes a value of a part. */
    static <T> T valueInTurn(Evaluation evaluation, Supplier<T> part) {
        CallRound calls = evaluation.calls();
        if (calls == null || !calls.isCertain()) {
            return part.get();
        }
        calls.setCertain(false);
        try {
            return part.get();
        } finally {
            calls.setCertain(true);
        }
    }

    private static boolean run(CallRound calls, boolean certain, BooleanSupplier part) {
        calls.setCertain(certain);
        try {
            return part.getAsBoolean();
        } finally {
            calls.setCertain(!certain);
        }
    }
}
