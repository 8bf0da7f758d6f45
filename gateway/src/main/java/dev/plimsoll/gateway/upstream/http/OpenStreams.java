package dev.plimsoll.gateway.upstream.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Streams that have given their answer and do not end: some servers forget to end them. */
final class OpenStreams {

    private static final Duration MOST = Duration.ofSeconds(5);

    private final Map<CancelScope, Long> sinceNanos = new ConcurrentHashMap<>();

    void add(CancelScope cancelScope) {
        sinceNanos.put(cancelScope, System.nanoTime());
    }

    void remove(CancelScope cancelScope) {
        sinceNanos.remove(cancelScope);
    }

    /** Ends those that have had their time; called when another request begins. */
    void sweep() {
        if (sinceNanos.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        sinceNanos.forEach((cancelScope, since) -> {
            if (now - since > MOST.toNanos() && sinceNanos.remove(cancelScope, since)) {
                cancelScope.cancel();
            }
        });
    }
}
