package dev.plimsoll.gateway.upstream.http;

import java.io.IOException;
import org.apache.hc.core5.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;

/** Sequence of HTTP requests for one purpose, until it is done or cancelled. */
final class CancelScope {

    private @Nullable Cancellable currentRequest;
    private boolean cancelled;

    /** Registers the next request. */
    synchronized void register(Cancellable request) throws IOException {
        if (cancelled) {
            throw new IOException("cancelled");
        }
        currentRequest = request;
    }

    /** Cancels the current request, and prevents further ones. */
    void cancel() {
        Cancellable running;
        synchronized (this) {
            cancelled = true;
            running = currentRequest;
            notifyAll();
        }
        if (running != null) {
            running.cancel();
        }
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    /** Waits; returns false if the scope was cancelled. */
    synchronized boolean pause(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = millis; !cancelled && left > 0; left = (end - System.nanoTime() + 999_999) / 1_000_000) {
            wait(left);
        }
        return !cancelled;
    }
}
