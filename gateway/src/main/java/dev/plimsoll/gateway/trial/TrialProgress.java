package dev.plimsoll.gateway.trial;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Shows the progress of a trial in one line on standard error. */
public final class TrialProgress {

    /** Smallest payload for which progress is shown. Smaller payloads are finished before a person could read it. */
    static final long MIN_BYTES_SHOWN = 8L << 20;

    private static final long INTERVAL_NANOS = 100_000_000L;

    private final @Nullable PrintStream err;
    private long payloadBytes;
    private long lastShownNanos;
    private boolean isShown;

    /** @param err standard error, if it is a terminal; null to show nothing */
    public TrialProgress(@Nullable PrintStream err) {
        this.err = err;
    }

    void setPayloadBytes(long bytes) {
        payloadBytes = bytes;
    }

    /** Shows a step. */
    void showStep(String step) {
        lastShownNanos = System.nanoTime();
        printLine(step);
    }

    /** Shows a step that may occur thousands of times. Does nothing if a step was shown in the last 100 ms. */
    void showRepeatedStep(String step) {
        if (System.nanoTime() - lastShownNanos >= INTERVAL_NANOS) {
            showStep(step);
        }
    }

    private void printLine(String step) {
        if (err != null && payloadBytes >= MIN_BYTES_SHOWN) {
            err.print("\r\u001b[K" + step + " …");
            err.flush();
            isShown = true;
        }
    }

    /** Removes the progress line. */
    public void clear() {
        if (err != null && isShown) {
            err.print("\r\u001b[K");
            err.flush();
            isShown = false;
        }
    }
}
