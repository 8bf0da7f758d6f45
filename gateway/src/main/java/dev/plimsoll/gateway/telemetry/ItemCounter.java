package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.format.ItemCount;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the items of results, if they were not counted for the answer. Usually, the writer thread counts
 * them later, and the results wait in memory until then. If too many bytes would wait, the request thread
 * counts immediately.
 */
final class ItemCounter {

    private static final long MAX_PENDING_BYTES = 8L << 20;

    /** Outcomes for whose answers items are not counted. */
    private static final Set<OutcomeKind> UNCOUNTED_OUTCOMES = EnumSet.of(
            OutcomeKind.PASSED,
            OutcomeKind.SLIMMED,
            OutcomeKind.CACHED,
            OutcomeKind.INNER,
            OutcomeKind.TRIMMED,
            OutcomeKind.PROBED,
            OutcomeKind.RECEIPT);

    private final AtomicLong pendingBytes = new AtomicLong();

    /** Number of items of one result. */
    interface Items {

        /** Returns the number of items; -1 if the result is not a list. Called once, in any thread. */
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
        int bytes = receiptPayload.original().length();
        long bytesBefore = pendingBytes.getAndAdd(bytes);
        if (bytesBefore == 0 || bytesBefore + bytes <= MAX_PENDING_BYTES) {
            return new PendingItems(receiptPayload.original());
        }
        pendingBytes.addAndGet(-bytes);
        long items = ItemCount.of(receiptPayload.original());
        return () -> items;
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
                return ItemCount.of(result);
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
