package dev.plimsoll.gateway.http.check;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Limits the pending requests of each caller, so that one caller leaves capacity for the other callers. Anonymous
 * callers all have the same name; for them, only the number of connections is limited.
 */
public final class RequestLimiter {

    private static final String RETRY_SECONDS = "1";

    private final int maxRequests;
    private final Map<String, Integer> countBySubject = new ConcurrentHashMap<>();

    public RequestLimiter(int maxRequests) {
        this.maxRequests = maxRequests;
    }

    /**
     * Counts requests that begin, or refuses them at the limit. Each call that returns normally must be followed by
     * {@link #end}.
     */
    public void begin(AuthenticatedCaller authenticatedCaller, int requests, @Nullable Slice id)
            throws HttpErrorException {
        if (authenticatedCaller.isAnonymous() || requests == 0) {
            return;
        }
        if (requests > maxRequests) {
            throw HttpErrorException.invalidRequest(
                    400, "a batch of more than " + maxRequests + " requests", "fewer at a time");
        }
        if (countBySubject.merge(authenticatedCaller.subject(), requests, Integer::sum) > maxRequests) {
            end(authenticatedCaller, requests);
            throw tooManyRequests(id);
        }
    }

    public void end(AuthenticatedCaller authenticatedCaller, int requests) {
        if (!authenticatedCaller.isAnonymous() && requests > 0) {
            countBySubject.computeIfPresent(
                    authenticatedCaller.subject(), (subject, count) -> count == requests ? null : count - requests);
        }
    }

    private HttpErrorException tooManyRequests(@Nullable Slice id) {
        RefusedException reason = new RefusedException(
                        ErrorCode.RATE_LIMITED,
                        "more than " + maxRequests + " requests of this caller are pending",
                        "wait for one of them, then repeat the request; or raise maxInFlight")
                .detail("limit", maxRequests)
                .detail("retryAfterSeconds", 1);
        return HttpErrorException.of(429, id, ErrorObject.INVALID_REQUEST, reason)
                .withHeader("Retry-After", RETRY_SECONDS);
    }
}
