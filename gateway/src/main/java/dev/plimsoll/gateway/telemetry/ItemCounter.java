package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.format.ItemCount;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Counts the items of results, if they were not counted for the answer. The writer thread counts them later, and the
 * results wait in memory until then. Counting uses at most a small share of the elapsed time: if results come too
 * fast, or too many bytes wait, the number of items of some results is unknown.
 */
final class ItemCounter {

    private static final long UNKNOWN = -1;
    private static final long MAX_PENDING_BYTES = 8L << 20;

    /** Counting may use the time that has passed, divided by this number. */
    private static final int TIME_DIVISOR = 200;

    /** Maximum counting time that accumulates while no results come. */
    private static final long MAX_ALLOWANCE_NANOS = 1_000_000_000;

    /** Outcomes whose answers are created without counting the items. */
    private static final Set<OutcomeKind> UNCOUNTED_OUTCOMES = EnumSet.of(
            OutcomeKind.PASSED,
            OutcomeKind.SLIMMED,
            OutcomeKind.CACHED,
            OutcomeKind.INNER,
            OutcomeKind.TRIMMED,
            OutcomeKind.PROBED,
            OutcomeKind.RECEIPT);

    private final AtomicLong pendingBytes = new AtomicLong();
    private final LongSupplier nanoTime;
    private long allowanceNanos = MAX_ALLOWANCE_NANOS;
    private long refilledAtNanos;

    ItemCounter() {
        this(System::nanoTime);
    }

    ItemCounter(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.refilledAtNanos = nanoTime.getAsLong();
    }

    /** Number of items of one result. */
    interface Items {

        /** Returns the number of items; -1 if the result is not a list, or not counted. Called once, in any thread. */
        long count();

        /** Releases the result without counting. */
        default void release() {}
    }

    /** Returns the number of items of a result, which may be counted later. */
    Items countOrDefer(Receipt receipt, ReceiptPayload receiptPayload) {
        long knownItems = receipt.context().items();
        boolean isCounted =
                knownItems >= 0 || receipt.context().isRead() || !UNCOUNTED_OUTCOMES.contains(receipt.outcome());
        if (isCounted) {
            return () -> knownItems;
        }
        if (!isAllowed()) {
            return () -> UNKNOWN;
        }
        int bytes = receiptPayload.original().length();
        long bytesBefore = pendingBytes.getAndAdd(bytes);
        if (bytesBefore == 0 || bytesBefore + bytes <= MAX_PENDING_BYTES) {
            return new PendingItems(receiptPayload.original());
        }
        pendingBytes.addAndGet(-bytes);
        return () -> UNKNOWN;
    }

    private synchronized boolean isAllowed() {
        long now = nanoTime.getAsLong();
        allowanceNanos = Math.min(MAX_ALLOWANCE_NANOS, allowanceNanos + (now - refilledAtNanos) / TIME_DIVISOR);
        refilledAtNanos = now;
        return allowanceNanos > 0;
    }

    private synchronized void spend(long nanos) {
        allowanceNanos -= nanos;
    }

    /** Returns the size of the waiting results in bytes. */
    long pendingBytes() {
        return pendingBytes.get();
    }

    private final class PendingItems implements Items {

        private final Slice result;

        PendingItems(Slice result) {
            this.result = result;
        }

        @Override
        public long count() {
            try {
                if (!isAllowed()) {
                    return UNKNOWN;
                }
                long startNanos = nanoTime.getAsLong();
                long items = ItemCount.of(result);
                spend(nanoTime.getAsLong() - startNanos);
                return items;
            } finally {
                release();
            }
        }

        @Override
        public void release() {
            pendingBytes.addAndGet(-result.length());
        }
    }
}
