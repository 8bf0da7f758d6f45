package dev.plimsoll.gateway.trace.otel;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.TraceContext;
import dev.plimsoll.gateway.trace.Span;
import dev.plimsoll.gateway.trace.SpanFactory;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Loads the SDK in the background, and creates spans as soon as it is loaded. Loading takes a few tenths of a
 * second, and Plimsoll does not wait for it when it starts. Requests that arrive before the SDK is loaded get no span,
 * and their trace context is passed on unchanged.
 */
public final class BackgroundSpanFactory implements SpanFactory {

    private final CompletableFuture<@Nullable SpanFactory> loading;
    private volatile @Nullable SpanFactory loadedFactory;

    private BackgroundSpanFactory(CompletableFuture<@Nullable SpanFactory> loading) {
        this.loading = loading;
    }

    /**
     * Starts to load the SDK. If a variable is not valid, an error is logged, and no spans are created.
     *
     * @param environment all environment variables
     */
    public static BackgroundSpanFactory start(Map<String, String> environment, String version, Log log) {
        CompletableFuture<@Nullable SpanFactory> loading = new CompletableFuture<>();
        BackgroundSpanFactory spanFactory = new BackgroundSpanFactory(loading);
        Thread thread = new Thread(
                () -> {
                    spanFactory.loadedFactory = open(environment, version, log);
                    loading.complete(spanFactory.loadedFactory);
                },
                "plimsoll-tracing");
        thread.setDaemon(true);
        thread.start();
        return spanFactory;
    }

    private static @Nullable SpanFactory open(Map<String, String> environment, String version, Log log) {
        try {
            return OtelSpanFactory.open(environment, version);
        } catch (RuntimeException | LinkageError e) {
            log.log(LogSeverity.ERROR, "traces are not available", "why", String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Waits until the SDK is loaded or has failed to load. */
    public void await() {
        loading.join();
    }

    @Override
    public @Nullable Span begin(Side side, String name, @Nullable TraceContext parent) {
        SpanFactory spanFactory = loadedFactory;
        return spanFactory == null ? null : spanFactory.begin(side, name, parent);
    }

    @Override
    public void close() {
        SpanFactory spanFactory = loadedFactory;
        if (spanFactory != null) {
            spanFactory.close();
        }
    }
}
