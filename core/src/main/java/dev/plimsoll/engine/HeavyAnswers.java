package dev.plimsoll.engine;

import dev.plimsoll.call.Call;
import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.record.FinishedCall;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.view.View;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Runs the work that can need much processor time or memory where the host wants it to run. */
record HeavyAnswers(HeavyWork heavyWork) {

    /** Size of a result from which any answer, such as one with an outline, can need much time. */
    private static final long MIN_BYTES = 1L << 20;

    private static final int RETRY_SECONDS = 10;

    static final HeavyAnswers INLINE = new HeavyAnswers(HeavyWork.INLINE);

    /** Answers from a stored result. */
    <T> T answer(ToolCall request, OpenSnapshot snapshot, View view, Supplier<T> answer) {
        if (!view.mode().isSearch() && snapshot.bytes() < MIN_BYTES) {
            return answer.get();
        }
        return run(
                request,
                0,
                answer,
                busy -> new RefusedException(
                        ErrorCode.QUERY_LIMIT,
                        "the call did not run: " + busy.getMessage(),
                        "make fewer calls at a time, and repeat this one"));
    }

    /**
     * Parses, stores, and shapes a result.
     *
     * @throws RefusedException if the host is too busy for a result of this size
     */
    FinishedCall guard(Call call, Supplier<FinishedCall> guard) {
        long bytes = call.received().length();
        if (bytes < MIN_BYTES || !call.values().get(Policy.ROLLOUT_MODE).isActive()) {
            return guard.get();
        }
        boolean isRepeatable = Boolean.TRUE.equals(call.request().hints().readOnly());
        return run(
                call.request(),
                bytes,
                guard,
                busy -> new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "the tool has run, but its result of " + bytes + " bytes was dropped: " + busy.getMessage(),
                        (isRepeatable ? "call it again in " + RETRY_SECONDS + " s" : "do not call it again to read it")
                                + "; ask the tool for less"));
    }

    /** @param refusal makes the refusal of work that could not begin */
    private <T> T run(ToolCall request, long bytes, Supplier<T> work, UnaryOperator<RefusedException> refusal) {
        String holder = request.settings().holder();
        AtomicBoolean hasBegun = new AtomicBoolean();
        AtomicReference<T> finished = new AtomicReference<>();
        try {
            heavyWork.run(holder.isEmpty() ? request.caller() : holder, bytes, () -> {
                hasBegun.set(true);
                finished.set(work.get());
            });
        } catch (RefusedException e) {
            throw hasBegun.get()
                    ? e
                    : refusal.apply(e)
                            .detail("limit", "fair share")
                            .detail("retryAfterSeconds", Integer.toString(RETRY_SECONDS));
        }
        return Objects.requireNonNull(finished.get(), "finished");
    }
}
