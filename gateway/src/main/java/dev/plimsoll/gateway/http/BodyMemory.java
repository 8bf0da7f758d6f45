package dev.plimsoll.gateway.http;

import dev.plimsoll.model.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;

/** The memory that the bodies of requests may take, all that are held at a time together. */
final class BodyMemory {

    private static final String RETRY_SECONDS = "2";

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    BodyMemory(long most) {
        this.most = most;
    }

    /** A part of what this process may have, but never less than one body needs. */
    static BodyMemory of(int longestBody) {
        return new BodyMemory(Math.max(2L * longestBody, Runtime.getRuntime().maxMemory() / 4));
    }

    void take(long bytes) throws HttpErrorException {
        if (taken.addAndGet(bytes) > most) {
            taken.addAndGet(-bytes);
            throw HttpErrorException.of(
                            503,
                            ErrorCode.RATE_LIMITED,
                            "too much is being sent at a time: more than " + most + " bytes",
                            "come back later, or give more memory: PLIMSOLL_JAVA_OPTS=-Xmx2g")
                    .with("Retry-After", RETRY_SECONDS);
        }
    }

    void give(long bytes) {
        taken.addAndGet(-bytes);
    }
}
