package dev.plimsoll.gateway.upstream.http.pool;

import java.io.IOException;
import org.apache.hc.core5.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;

/** Cancels a sequence of HTTP requests that have one purpose, such as the requests for one call. */
public final class CancelScope {

    private @Nullable Cancellable currentRequest;
    private boolean isCancelled;

    /** Registers the next request, which {@link #cancel} cancels. Throws if the scope was already cancelled. */
    synchronized void register(Cancellable request) throws IOException {
        if (isCancelled) {
            throw new IOException("cancelled");
        }
        currentRequest = request;
    }

    /** Cancels the current request, and prevents further ones. */
    public void cancel() {
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

    public synchronized boolean isCancelled() {
        return isCancelled;
    }

    /** Waits for a time. Returns false, without waiting to the end, if the scope is cancelled. */
    public synchronized boolean pause(long millis) throws InterruptedException {
        long endNanos = System.nanoTime() + millis * 1_000_000;
        for (long remainingMillis = millis;
                !isCancelled && remainingMillis > 0;
                remainingMillis = (endNanos - System.nanoTime() + 999_999) / 1_000_000) {
            wait(remainingMillis);
        }
        return !isCancelled;
    }
}
