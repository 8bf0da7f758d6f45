package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.rpc.ErrorObject;
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
final class RequestLimiter {

    private static final String RETRY_SECONDS = "1";

    private final int most;
    private final Map<String, Integer> bySubject = new ConcurrentHashMap<>();

    RequestLimiter(int most) {
        this.most = most;
    }

    /** Counts requests that begin; each call that returns is to be followed by {@link #end}. */
    void begin(AuthenticatedCaller authenticatedCaller, int requests, @Nullable Slice id) throws HttpErrorException {
        if (authenticatedCaller.isAnyone() || requests == 0) {
            return;
        }
        if (requests > most) {
            throw HttpErrorException.invalid(400, "a batch of more than " + most + " requests", "fewer at a time");
        }
        if (bySubject.merge(authenticatedCaller.subject(), requests, Integer::sum) > most) {
            end(authenticatedCaller, requests);
            throw refused(id);
        }
    }

    void end(AuthenticatedCaller authenticatedCaller, int requests) {
        if (!authenticatedCaller.isAnyone() && requests > 0) {
            bySubject.computeIfPresent(
                    authenticatedCaller.subject(), (subject, count) -> count == requests ? null : count - requests);
        }
    }

    private HttpErrorException refused(@Nullable Slice id) {
        RefusedException why = new RefusedException(
                        ErrorCode.RATE_LIMITED,
                        "more than " + most + " requests of this caller wait for their answers",
                        "wait for one of them, then repeat the request; or raise maxInFlight")
                .detail("limit", most)
                .detail("retryAfterSeconds", 1);
        return HttpErrorException.of(429, id, ErrorObject.INVALID_REQUEST, why).with("Retry-After", RETRY_SECONDS);
    }
}
