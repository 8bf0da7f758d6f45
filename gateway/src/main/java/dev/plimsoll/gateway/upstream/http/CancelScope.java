package dev.plimsoll.gateway.upstream.http;

import java.io.IOException;
import org.apache.hc.core5.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;

/** Sequence of HTTP requests for one purpose, until it is done or cancelled. */
final class CancelScope {

    private @Nullable Cancellable currentRequest;
    private boolean isCancelled;

    /** Registers the next request. */
    synchronized void register(Cancellable request) throws IOException {
        if (isCancelled) {
            throw new IOException("cancelled");
        }
        currentRequest = request;
    }

    /** Cancels the current request, and prevents further ones. */
    void cancel() {
        Cancellable request;
        synchronized (this) {
            isCancelled = true;
            request = currentRequest;
            notifyAll();
        }
        if (request != null) {
            request.cancel();
        }
    }

    synchronized boolean isCancelled() {
        return isCancelled;
    }

    /** Waits; returns false if the scope was cancelled. */
    synchronized boolean pause(long millis) throws InterruptedException {
        long endNanos = System.nanoTime() + millis * 1_000_000;
        for (long remainingMillis = millis;
                !isCancelled && remainingMillis > 0;
                remainingMillis = (endNanos - System.nanoTime() + 999_999) / 1_000_000) {
            wait(remainingMillis);
        }
        return !isCancelled;
    }
}
