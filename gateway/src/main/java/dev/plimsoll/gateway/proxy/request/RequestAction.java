package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.gateway.cache.CoalescedResult;
import dev.plimsoll.gateway.cache.RunningCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.model.RefusedException;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The decision about a client's request: to send it to the server, to answer it here, or to decide later. */
public sealed interface RequestAction {

    /** Sends the request to the server and its response to the client, both unchanged. */
    RequestAction PASS = new Forward(null, null);

    /**
     * Sends the request to the server.
     *
     * @param params replaces the parameters; null if they stay unchanged
     * @param resultHandler turns the server's result into the client's answer; null if the result stays unchanged
     */
    record Forward(@Nullable Slice params, @Nullable ResultHandler resultHandler) implements RequestAction {}

    /** Answers the request here, on a worker, because it may take long. */
    record Answer(LocalAnswer answer) implements RequestAction {}

    /** Answers the request with a stored result. */
    record AnswerStored(ResultHandler resultHandler) implements RequestAction {}

    /**
     * Waits for the end of an equal call.
     *
     * @param onResult decides the action when that call has ended
     */
    record Coalesced(RunningCall call, Function<CoalescedResult, RequestAction> onResult) implements RequestAction {}

    /**
     * Reads further pages of a stored result, on a separate thread, and answers with all pages joined.
     *
     * @param handler makes the answer from the joined result; its {@code collect()} says how many pages to join
     * @param firstPage the stored result
     * @param firstReadAt when the stored result was received
     */
    record Collect(ToolResultHandler handler, Slice firstPage, Instant firstReadAt) implements RequestAction {}

    /** Has a worker decide the action. */
    record Deferred(Supplier<RequestAction> decision) implements RequestAction {}

    /** Discards an action that is no longer needed, and cancels its result handler. */
    static void discard(RequestAction requestAction) {
        ResultHandler resultHandler = requestAction instanceof Forward forward ? forward.resultHandler() : null;
        if (resultHandler != null) {
            resultHandler.onCancelled();
        }
    }

    /** Makes the client's answer when the server has responded. */
    @FunctionalInterface
    interface ResultHandler {
        /** Returns the client's answer for the server's result; the same slice if the result stays unchanged. */
        Slice answer(Slice result);

        /** Returns the answer; null if the user is asked first and the request is answered later. */
        default @Nullable SegmentedText answer(
                RawResult result, PendingRequest pending, OpenElicitations openElicitations) {
            return SegmentedText.of(answer(result.bytes()));
        }

        /**
         * Called when the server responds with a protocol error. Returns the recorded outcome; null if the
         * error is not recorded.
         */
        default @Nullable Outcome onError(Slice error) {
            return null;
        }

        /** Called when the client no longer waits for the request. */
        default void onCancelled() {}

        /** Called when the server sends an input request during the request. */
        default void onInputRequest() {}

        /** Returns an answer that explains why there is no result; null if a protocol error must explain it. */
        default @Nullable Outcome failureOutcome(RefusedException why) {
            return null;
        }
    }

    /** Makes a result without the server. */
    @FunctionalInterface
    interface LocalAnswer {
        /**
         * Returns the result.
         *
         * @throws dev.plimsoll.model.RefusedException if the request is refused
         * @throws ProtocolErrorException if the request is refused with an error code of the specification
         */
        LocalResult result();
    }
}
