package dev.plimsoll.gateway.http;

import dev.plimsoll.model.ErrorCode;
import java.util.concurrent.Semaphore;

/** A number of things of a kind that there may be at a time. */
final class Places {

    private static final String RETRY_SECONDS = "10";

    private final String key;
    private final int most;
    private final Semaphore free;

    /**
     * @param key of the configuration that bounds it
     */
    Places(String key, int most) {
        this.key = key;
        this.most = most;
        this.free = new Semaphore(most);
    }

    void take() throws Refusal {
        if (!free.tryAcquire()) {
            throw Refusal.of(
                            503,
                            ErrorCode.RATE_LIMITED,
                            "all " + most + " are in use (" + key + ")",
                            "come back later, end sessions that are not needed, or raise " + key)
                    .with("Retry-After", RETRY_SECONDS);
        }
    }

    void give() {
        free.release();
    }

    int taken() {
        return most - free.availablePermits();
    }
}
