package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.cache.CoalescedCall;
import dev.plimsoll.gateway.cache.CoalescedResult;
import dev.plimsoll.gateway.proxy.PendingRequests.Waiting;
import dev.plimsoll.json.TextPieces;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What becomes of a client's request. */
sealed interface RequestAction {

    /** It goes on as it came, and so does its answer. */
    RequestAction THROUGH = new Onward(null, null);

    /**
     * It goes to the server.
     *
     * @param params sent in place of its own; null when these stay
     * @param arrival makes of the server's result what the client gets; null when it stays
     */
    record Onward(@Nullable Slice params, @Nullable Arrival arrival) implements RequestAction {}

    /** It is answered here, by a worker: this may take a while. */
    record Here(LocalAnswer answer) implements RequestAction {}

    /** It is answered with what is there already; the arrival needs no result for that. */
    record Ready(Arrival arrival) implements RequestAction {}

    /**
     * It waits for the end of an equal call.
     *
     * @param landed what becomes of it then
     */
    record Joined(CoalescedCall flight, Function<CoalescedResult, RequestAction> landed) implements RequestAction {}

    /** What becomes of it has to be found out by a worker first. */
    record Later(Supplier<RequestAction> route) implements RequestAction {}

    /** Nobody wants it any more: what was begun for it is given up. */
    static void discard(RequestAction requestAction) {
        Arrival arrival = requestAction instanceof Onward onward ? onward.arrival() : null;
        if (arrival != null) {
            arrival.abandoned();
        }
    }

    /** What the client gets in the end. */
    @FunctionalInterface
    interface Arrival {
        /** In place of the server's result; the same slice when that stays. */
        Slice of(Slice result);

        /** The same for a request whose client may ask its user something first; null when it is answered later. */
        default @Nullable TextPieces of(RawResult result, Waiting waiting, OpenElicitations openElicitations) {
            return TextPieces.of(of(result.bytes()));
        }

        /** Hears of an error of the protocol that the server answers with. */
        default void failed(Slice error) {}

        /** Nobody waits for it any more. */
        default void abandoned() {}

        /** The server asks its client something meanwhile. */
        default void asks() {}

        /** The result that says why the server gives none; null when an error of the protocol has to say it. */
        default @Nullable Slice instead(RefusedException why) {
            return null;
        }
    }

    /** A result made here. */
    @FunctionalInterface
    interface LocalAnswer {
        /** Throws {@link dev.plimsoll.model.RefusedException} or {@link FaultException} when there is none. */
        Slice result();
    }
}
