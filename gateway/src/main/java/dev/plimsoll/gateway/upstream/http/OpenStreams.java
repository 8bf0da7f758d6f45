package dev.plimsoll.gateway.upstream.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Streams that do not end after their response, because some servers forget to close them. */
final class OpenStreams {

    private static final Duration MAX_OPEN_TIME = Duration.ofSeconds(5);

    private final Map<CancelScope, Long> sinceNanos = new ConcurrentHashMap<>();

    void add(CancelScope cancelScope) {
        sinceNanos.put(cancelScope, System.nanoTime());
    }

    void remove(CancelScope cancelScope) {
        sinceNanos.remove(cancelScope);
    }

    /** Cancels the streams that have been open too long; called when another request begins. */
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
