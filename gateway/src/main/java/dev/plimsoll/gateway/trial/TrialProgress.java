package dev.plimsoll.gateway.trial;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Progress as one line on standard error; prints nothing if no person watches. */
public final class TrialProgress {

    /** Minimum size for a progress line; smaller payloads are done before a person could read it. */
    static final long WORTH_SAYING = 8L << 20;

    private static final long EVERY_NANOS = 100_000_000L;

    private final @Nullable PrintStream err;
    private long size;
    private long said;
    private boolean shown;

    /** Creates a progress line; null to print nothing. */
    public TrialProgress(@Nullable PrintStream err) {
        this.err = err;
    }

    void about(long bytes) {
        size = bytes;
    }

    void step(String step) {
        said = System.nanoTime();
        show(step);
    }

    /** Shows a step, at most every 100 ms, for steps that occur thousands of times. */
    void tick(String step) {
        if (System.nanoTime() - said >= EVERY_NANOS) {
            step(step);
        }
    }

    private void show(String step) {
        if (err != null && size >= WORTH_SAYING) {
            err.print("\r\u001b[K" + step + " …");
            err.flush();
            shown = true;
        }
    }

    public void clear() {
        if (err != null && shown) {
            err.print("\r\u001b[K");
            err.flush();
            shown = false;
        }
    }
}
