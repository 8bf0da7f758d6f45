package dev.plimsoll.gateway.trial;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Progress as one line on standard error; prints nothing if no person watches. */
public final class TrialProgress {

    /** Minimum size for a progress line; smaller payloads are done before it could be read. */
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

    void step(String doing) {
        said = System.nanoTime();
        show(doing);
    }

    /** Shows a step, at most every 100 ms, for steps that come by the thousand. */
    void tick(String doing) {
        if (System.nanoTime() - said >= EVERY_NANOS) {
            step(doing);
        }
    }

    private void show(String doing) {
        if (err != null && size >= WORTH_SAYING) {
            err.print("\r\u001b[K" + doing + " …");
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
