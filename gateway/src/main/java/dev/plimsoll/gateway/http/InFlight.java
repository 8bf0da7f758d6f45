package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The requests of each caller that wait for their answers: one caller leaves room for the others. Where nobody says who they
 * are, there is nobody to be told apart, and the number of connections is the bound.
 */
final class InFlight {

    private static final String RETRY_SECONDS = "1";

    private final int most;
    private final Map<String, Integer> bySubject = new ConcurrentHashMap<>();

    InFlight(int most) {
        this.most = most;
    }

    /** Counts requests that begin; each call that returns is to be followed by {@link #end}. */
    void begin(Caller caller, int requests, @Nullable Slice id) throws Refusal {
        if (caller.isAnyone() || requests == 0) {
            return;
        }
        if (requests > most) {
            throw Refusal.invalid(400, "a batch of more than " + most + " requests", "fewer at a time");
        }
        if (bySubject.merge(caller.subject(), requests, Integer::sum) > most) {
            end(caller, requests);
            throw refused(id);
        }
    }

    void end(Caller caller, int requests) {
        if (!caller.isAnyone() && requests > 0) {
            bySubject.computeIfPresent(
                    caller.subject(), (subject, count) -> count == requests ? null : count - requests);
        }
    }

    private Refusal refused(@Nullable Slice id) {
        RefusedException why = new RefusedException(
                        ErrorCode.RATE_LIMITED,
                        "more than " + most + " requests of this caller wait for their answers",
                        "wait for one of them, then repeat the request; or raise maxInFlight")
                .detail("limit", most)
                .detail("retryAfterSeconds", 1);
        return Refusal.of(429, id, Fault.INVALID_REQUEST, why).with("Retry-After", RETRY_SECONDS);
    }
}
