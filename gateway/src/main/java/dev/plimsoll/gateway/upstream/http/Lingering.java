package dev.plimsoll.gateway.upstream.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Streams that have given their answer and do not end: some servers forget to end them. */
final class Lingering {

    private static final Duration MOST = Duration.ofSeconds(5);

    private final Map<Call, Long> sinceNanos = new ConcurrentHashMap<>();

    void add(Call call) {
        sinceNanos.put(call, System.nanoTime());
    }

    void remove(Call call) {
        sinceNanos.remove(call);
    }

    /** Ends those that have had their time; called when another request begins. */
    void sweep() {
        if (sinceNanos.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        sinceNanos.forEach((call, since) -> {
            if (now - since > MOST.toNanos() && sinceNanos.remove(call, since)) {
                call.cancel();
            }
        });
    }
}
