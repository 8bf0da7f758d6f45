package dev.plimsoll.gateway.trace.otel;

import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.trace.Span;
import dev.plimsoll.gateway.trace.Tracing;
import dev.plimsoll.gateway.wire.TraceContext;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Spans from the time on when the SDK is loaded, which takes some tenths of a second and happens aside: nobody's start waits
 * for it. What is asked before is passed on as it came.
 */
public final class AsideTracing implements Tracing {

    private final CompletableFuture<@Nullable Tracing> loading;
    private volatile @Nullable Tracing loaded;

    private AsideTracing(CompletableFuture<@Nullable Tracing> loading) {
        this.loading = loading;
    }

    /**
     * Begins to load it. A variable that is not as it has to be is logged, and there are no spans then.
     *
     * @param environment all variables
     */
    public static AsideTracing of(Map<String, String> environment, String version, Log log) {
        CompletableFuture<@Nullable Tracing> loading = new CompletableFuture<>();
        AsideTracing tracing = new AsideTracing(loading);
        Thread thread = new Thread(
                () -> {
                    tracing.loaded = opened(environment, version, log);
                    loading.complete(tracing.loaded);
                },
                "plimsoll-tracing");
        thread.setDaemon(true);
        thread.start();
        return tracing;
    }

    private static @Nullable Tracing opened(Map<String, String> environment, String version, Log log) {
        try {
            return OtelTracing.open(environment, version);
        } catch (RuntimeException | LinkageError e) {
            log.say(Level.ERROR, "no traces", "why", String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Waits until it is loaded, or cannot be. */
    public void await() {
        loading.join();
    }

    @Override
    public @Nullable Span begin(Side side, String name, @Nullable TraceContext parent) {
        Tracing known = loaded;
        return known == null ? null : known.begin(side, name, parent);
    }

    @Override
    public void close() {
        Tracing known = loaded;
        if (known != null) {
            known.close();
        }
    }
}
