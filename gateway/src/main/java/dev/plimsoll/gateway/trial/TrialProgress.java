package dev.plimsoll.gateway.trial;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Progress as one line on standard error; prints nothing if no person watches. */
public final class TrialProgress {

    /** Minimum size for a progress line; smaller payloads are done before a person could read it. */
    static final long MIN_BYTES_SHOWN = 8L << 20;

    private static final long INTERVAL_NANOS = 100_000_000L;

    private final @Nullable PrintStream err;
    private long payloadBytes;
    private long lastShownNanos;
    private boolean isShown;

    /** Creates a progress line; null to print nothing. */
    public TrialProgress(@Nullable PrintStream err) {
        this.err = err;
    }

    void setPayloadBytes(long bytes) {
        payloadBytes = bytes;
    }

    void step(String step) {
        lastShownNanos = System.nanoTime();
        show(step);
    }

    /** Shows a step, at most every 100 ms, for steps that occur thousands of times. */
    void tick(String step) {
        if (System.nanoTime() - lastShownNanos >= INTERVAL_NANOS) {
            step(step);
        }
    }

    private void show(String step) {
        if (err != null && payloadBytes >= MIN_BYTES_SHOWN) {
            err.print("\r\u001b[K" + step + " …");
            err.flush();
            isShown = true;
        }
    }

    public void clear() {
        if (err != null && isShown) {
            err.print("\r\u001b[K");
            err.flush();
            isShown = false;
        }
    }
}
