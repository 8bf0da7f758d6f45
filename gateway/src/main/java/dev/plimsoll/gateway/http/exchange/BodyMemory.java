package dev.plimsoll.gateway.http.exchange;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.model.ErrorCode;
import java.util.function.ToIntFunction;

/** Limits the memory for all request bodies together. */
public final class BodyMemory {

    private static final String NAME = "requestBodies";
    private static final String RETRY_SECONDS = "2";

    private final FairPool fairPool;

    BodyMemory(long maxBytes, ToIntFunction<String> weights) {
        this.fairPool = new FairPool(NAME, maxBytes, weights);
    }

    /** Creates a limit of a quarter of the heap, but at least twice the longest body. */
    public static BodyMemory of(int longestBody, ToIntFunction<String> weights) {
        return new BodyMemory(Math.max(2L * longestBody, Runtime.getRuntime().maxMemory() / 4), weights);
    }

    /** Takes memory for a body of the caller {@code holder}. A negative number of bytes gives memory back. */
    void take(String holder, long bytes) throws HttpErrorException {
        try {
            fairPool.take(holder, bytes);
        } catch (BusyException e) {
            throw HttpErrorException.of(
                            503,
                            ErrorCode.RATE_LIMITED,
                            "the request bodies in progress need too much memory: " + e.getMessage(),
                            e.isOverShare()
                                    ? "wait until your other requests are answered"
                                    : "retry later, or add memory: PLIMSOLL_JAVA_OPTS=-Xmx2g")
                    .withHeader("Retry-After", RETRY_SECONDS);
        }
    }

    void release(String holder, long bytes) {
        fairPool.release(holder, bytes);
    }

    public FairPool pool() {
        return fairPool;
    }
}
