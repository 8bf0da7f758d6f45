package dev.plimsoll.gateway.trace;

import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Receipt;
import org.jspecify.annotations.Nullable;

/**
 * What the engine has told of the answer that this thread is about to send: it tells in the thread that asks it, which
 * then sends. An answer that is sent by another thread has no more on its span than what anyone sees.
 */
final class ReceiptHolder implements GuardListener {

    private static final long FRESH_NANOS = 1_000_000_000;

    // one for each gateway: several in one JVM must not meet
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<@Nullable Note> last = new ThreadLocal<>();

    private record Note(Receipt receipt, long nanos) {}

    @Override
    public void onGuarded(Receipt receipt) {
        last.set(new Note(receipt, System.nanoTime()));
    }

    /** What was told last of this server in this thread, just now; once. */
    @Nullable Receipt take(String server) {
        Note note = last.get();
        last.remove();
        boolean fits =
                note != null && note.receipt.server().equals(server) && System.nanoTime() - note.nanos < FRESH_NANOS;
        return fits ? note.receipt : null;
    }
}
