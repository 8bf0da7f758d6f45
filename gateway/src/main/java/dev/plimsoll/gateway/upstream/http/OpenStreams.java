package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.upstream.http.pool.CancelScope;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Event streams that are still open after the response: some servers forget to close them. */
final class OpenStreams {

    private static final Duration MAX_OPEN_TIME = Duration.ofSeconds(5);

    /** Time of the response, by the scope of the request. */
    private final Map<CancelScope, Long> responseNanos = new ConcurrentHashMap<>();

    void add(CancelScope cancelScope) {
        responseNanos.put(cancelScope, System.nanoTime());
    }

    void remove(CancelScope cancelScope) {
        responseNanos.remove(cancelScope);
    }

    /** Cancels the streams that have been open too long. Called when another request begins. */
    void cancelExpired() {
        if (responseNanos.isEmpty()) {
            return;
        }
        long nowNanos = System.nanoTime();
        responseNanos.forEach((cancelScope, responseTime) -> {
            if (nowNanos - responseTime > MAX_OPEN_TIME.toNanos() && responseNanos.remove(cancelScope, responseTime)) {
                cancelScope.cancel();
            }
        });
    }
}
