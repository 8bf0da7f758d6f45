package dev.plimsoll.gateway.http;

import dev.plimsoll.model.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;

/** Limits the memory for all request bodies together. */
final class BodyMemory {

    private static final String RETRY_SECONDS = "2";

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    BodyMemory(long most) {
        this.most = most;
    }

    /** Returns a limit of a quarter of the heap, but at least twice the longest body. */
    static BodyMemory of(int longestBody) {
        return new BodyMemory(Math.max(2L * longestBody, Runtime.getRuntime().maxMemory() / 4));
    }

    void take(long bytes) throws HttpErrorException {
        if (taken.addAndGet(bytes) > most) {
            taken.addAndGet(-bytes);
            throw HttpErrorException.of(
                            503,
                            ErrorCode.RATE_LIMITED,
                            "the request bodies in progress exceed " + most + " bytes",
                            "retry later, or add memory: PLIMSOLL_JAVA_OPTS=-Xmx2g")
                    .with("Retry-After", RETRY_SECONDS);
        }
    }

    void give(long bytes) {
        taken.addAndGet(-bytes);
    }
}
