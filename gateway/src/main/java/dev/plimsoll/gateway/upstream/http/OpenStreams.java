package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.upstream.http.pool.CancelScope;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Event streams that are still open after the response: some servers forget to close them. */
final class OpenStreams {

    private static final Duration MAX_OPEN_TIME = Duration.ofSeconds(5);

    /** Time of the response, by the scope of the request. */
    private final Map<CancelScope, Long> sinceNanos = new ConcurrentHashMap<>();

    void add(CancelScope cancelScope) {
        sinceNanos.put(cancelScope, System.nanoTime());
    }

    void remove(CancelScope cancelScope) {
        sinceNanos.remove(cancelScope);
    }

    /** Cancels the streams that have been open too long. Called when another request begins. */
    void cancelExpired() {
        if (sinceNanos.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        sinceNanos.forEach((cancelScope, since) -> {
            if (now - since > MAX_OPEN_TIME.toNanos() && sinceNanos.remove(cancelScope, since)) {
                cancelScope.cancel();
            }
        });
    }
}
