package dev.plimsoll.telemetry;

import dev.plimsoll.json.Slice;

/** Listener that receives the numbers of every result and read. Its exceptions are ignored, so that telemetry never fails a call. */
@FunctionalInterface
public interface GuardListener {

    /** Receives the numbers of a result or read. */
    void onGuarded(Receipt receipt);

    /**
     * Receives a receipt with the bytes of the result and the answer. Runs on the thread of the request, so slow work
     * must move to another thread.
     */
    default void onGuarded(Receipt receipt, ReceiptPayload receiptPayload) {
        onGuarded(receipt);
    }

    /** Receives each tool listing that has more or fewer tokens than the server's listing. */
    default void onListed(ListingReceipt listingReceipt) {}

    /**
     * Receives each query that a caller wrote and that had outputs. It can contain values of a result, so it must not be
     * stored or shown as it is. This runs on the thread of the request.
     *
     * @param args a JSON object with the values of the query's variables
     */
    default void onQuery(String server, String tool, String query, Slice args) {}

    static GuardListener none() {
        return receipt -> {};
    }
}
