package dev.plimsoll.gateway.upstream.http;

import java.io.IOException;
import org.apache.hc.core5.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;

/** What goes on over HTTP for one purpose, one request after the other, until it is over or wanted no more. */
final class CancelScope {

    private @Nullable Cancellable current;
    private boolean cancelled;

    /** Another request begins. */
    synchronized void begins(Cancellable request) throws IOException {
        if (cancelled) {
            throw new IOException("cancelled");
        }
        current = request;
    }

    /** Closes the connection that is in use; none begins any more. */
    void cancel() {
        Cancellable running;
        synchronized (this) {
            cancelled = true;
            running = current;
            notifyAll();
        }
        if (running != null) {
            running.cancel();
        }
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    /** Waits; false when it was cancelled meanwhile. */
    synchronized boolean pause(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = millis; !cancelled && left > 0; left = (end - System.nanoTime() + 999_999) / 1_000_000) {
            wait(left);
        }
        return !cancelled;
    }
}
