package dev.plimsoll.gateway.http;

import dev.plimsoll.model.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;

/** Limits the memory for all request bodies together. */
final class BodyMemory {

    private static final String RETRY_SECONDS = "2";

    private final long maxBytes;
    private final AtomicLong takenBytes = new AtomicLong();

    BodyMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Creates a limit of a quarter of the heap, but at least twice the longest body. */
    static BodyMemory of(int longestBody) {
        return new BodyMemory(Math.max(2L * longestBody, Runtime.getRuntime().maxMemory() / 4));
    }

    void take(long bytes) throws HttpErrorException {
        if (takenBytes.addAndGet(bytes) > maxBytes) {
            takenBytes.addAndGet(-bytes);
            throw HttpErrorException.of(
                            503,
                            ErrorCode.RATE_LIMITED,
                            "the request bodies in progress exceed " + maxBytes + " bytes",
                            "retry later, or add memory: PLIMSOLL_JAVA_OPTS=-Xmx2g")
                    .withHeader("Retry-After", RETRY_SECONDS);
        }
    }

    void release(long bytes) {
        takenBytes.addAndGet(-bytes);
    }
}
