package dev.plimsoll.engine;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.view.View;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Runs the answers that can need much processor time where the host wants them to run. */
record HeavyAnswers(HeavyWork heavyWork) {

    /** Size of a result from which any answer, such as one with an outline, can need much time. */
    private static final long MIN_BYTES = 1L << 20;

    static final HeavyAnswers INLINE = new HeavyAnswers(HeavyWork.INLINE);

    FinishedAnswer answer(ToolCall request, OpenSnapshot snapshot, View view, Supplier<FinishedAnswer> answer) {
        if (!view.mode().isSearch() && snapshot.bytes() < MIN_BYTES) {
            return answer.get();
        }
        AtomicReference<FinishedAnswer> finished = new AtomicReference<>();
        String holder = request.settings().holder();
        heavyWork.run(holder.isEmpty() ? request.caller() : holder, () -> finished.set(answer.get()));
        return Objects.requireNonNull(finished.get(), "answer");
    }
}
