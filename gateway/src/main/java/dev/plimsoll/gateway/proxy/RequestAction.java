package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.cache.CoalescedCall;
import dev.plimsoll.gateway.cache.CoalescedResult;
import dev.plimsoll.gateway.proxy.PendingRequests.Waiting;
import dev.plimsoll.json.SegmentedText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The action for a client's request. */
sealed interface RequestAction {

    /** Sends the request unchanged, and passes its response unchanged. */
    RequestAction THROUGH = new Onward(null, null);

    /**
     * Sends the request to the server.
     *
     * @param params replaces the parameters; null if they stay unchanged
     * @param arrival turns the server's result into the client's answer; null if the result stays unchanged
     */
    record Onward(@Nullable Slice params, @Nullable Arrival arrival) implements RequestAction {}

    /** Answers the request here, on a worker, because it may take long. */
    record Here(LocalAnswer answer) implements RequestAction {}

    /** Answers the request with a stored result. */
    record Ready(Arrival arrival) implements RequestAction {}

    /**
     * Waits for the end of an equal call.
     *
     * @param landed decides the action when that call has ended
     */
    record Joined(CoalescedCall flight, Function<CoalescedResult, RequestAction> landed) implements RequestAction {}

    /** Has a worker decide the action. */
    record Later(Supplier<RequestAction> route) implements RequestAction {}

    /** Discards an action that is no longer needed, and cancels its result handler. */
    static void discard(RequestAction requestAction) {
        Arrival resultHandler = requestAction instanceof Onward forward ? forward.arrival() : null;
        if (resultHandler != null) {
            resultHandler.abandoned();
        }
    }

    /** Makes the client's answer when the server has responded. */
    @FunctionalInterface
    interface Arrival {
        /** Returns the answer to the server's result, or the same slice if the result stays unchanged. */
        Slice of(Slice result);

        /** Returns the answer; null if the user is asked first and the request is answered later. */
        default @Nullable SegmentedText of(RawResult result, Waiting pending, OpenElicitations openElicitations) {
            return SegmentedText.of(of(result.bytes()));
        }

        /** Called when the server responds with a protocol error. */
        default void failed(Slice error) {}

        /** Called when the client no longer waits for the request. */
        default void abandoned() {}

        /** Called when the server sends an input request during the request. */
        default void asks() {}

        /** Returns a result that explains why the server gives none, or null if a protocol error must report it. */
        default @Nullable Slice instead(RefusedException why) {
            return null;
        }
    }

    /** Makes a result without the server. */
    @FunctionalInterface
    interface LocalAnswer {
        /**
         * Returns the result. Throws {@link dev.plimsoll.model.RefusedException} or {@link FaultException} if there is none.
         */
        Slice result();
    }
}
