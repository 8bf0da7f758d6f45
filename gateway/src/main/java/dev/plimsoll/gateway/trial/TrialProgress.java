package dev.plimsoll.gateway.trial;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** One line on standard error that says what is being done, for as long as that takes; silent where nobody watches. */
public final class TrialProgress {

    /** Below this size everything is over before a line could be read. */
    static final long WORTH_SAYING = 8L << 20;

    private static final long EVERY_NANOS = 100_000_000L;

    private final @Nullable PrintStream err;
    private long size;
    private long said;
    private boolean shown;

    /** Null: nobody watches. */
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

    /** The same for steps that come by the thousand. */
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
