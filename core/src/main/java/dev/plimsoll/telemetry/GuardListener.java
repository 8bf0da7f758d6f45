package dev.plimsoll.telemetry;

/** Hears of every result and reading. What it throws is swallowed: telemetry never fails a call. */
@FunctionalInterface
public interface GuardListener {

    void onGuarded(Receipt receipt);

    /** The same, with the bytes it is about: on the request's path, so whoever needs time for them takes it elsewhere. */
    default void onGuarded(Receipt receipt, ReceiptPayload receiptPayload) {
        onGuarded(receipt);
    }

    /** Hears of every listing of tools that costs its reader more, or less, than what the server listed. */
    default void onListed(ListingReceipt listingReceipt) {}

    static GuardListener none() {
        return receipt -> {};
    }
}
