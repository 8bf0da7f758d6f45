package dev.plimsoll.telemetry;

/** Receives every result and read. Exceptions are ignored, so that telemetry never fails a call. */
@FunctionalInterface
public interface GuardListener {

    void onGuarded(Receipt receipt);

    /** Receives a receipt with its bytes. This runs on the thread of the request, so slow work must move to another thread. */
    default void onGuarded(Receipt receipt, ReceiptPayload receiptPayload) {
        onGuarded(receipt);
    }

    /** Receives each tool listing that has more or fewer tokens than the server's listing. */
    default void onListed(ListingReceipt listingReceipt) {}

    static GuardListener none() {
        return receipt -> {};
    }
}
