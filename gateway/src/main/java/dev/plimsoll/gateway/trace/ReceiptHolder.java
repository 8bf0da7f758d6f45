package dev.plimsoll.gateway.trace;

import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Receipt;
import org.jspecify.annotations.Nullable;

/**
 * Holds the receipt for the response that the current thread sends next: the engine reports it on the thread that calls
 * it, which then sends the response. A response that another thread sends has no receipt on its span.
 */
final class ReceiptHolder implements GuardListener {

    private static final long MAX_AGE_NANOS = 1_000_000_000;

    // one per gateway, because several may run in one JVM
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<@Nullable TimedReceipt> last = new ThreadLocal<>();

    private record TimedReceipt(Receipt receipt, long nanos) {}

    @Override
    public void onGuarded(Receipt receipt) {
        last.set(new TimedReceipt(receipt, System.nanoTime()));
    }

    /** Returns and removes the receipt that this thread got for this server less than a second ago; else null. */
    @Nullable Receipt take(String server) {
        TimedReceipt timedReceipt = last.get();
        last.remove();
        boolean isMatch = timedReceipt != null
                && timedReceipt.receipt.server().equals(server)
                && System.nanoTime() - timedReceipt.nanos < MAX_AGE_NANOS;
        return isMatch ? timedReceipt.receipt : null;
    }
}
