package dev.plimsoll.gateway.data;

import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;

/** Forwards events to two listeners. */
record ListenerPair(GuardListener first, GuardListener second) implements GuardListener {

    @Override
    public void onGuarded(Receipt receipt) {
        first.onGuarded(receipt);
        second.onGuarded(receipt);
    }

    @Override
    public void onGuarded(Receipt receipt, ReceiptPayload receiptPayload) {
        first.onGuarded(receipt, receiptPayload);
        second.onGuarded(receipt, receiptPayload);
    }

    @Override
    public void onQuery(String server, String tool, String query, Slice args) {
        first.onQuery(server, tool, query, args);
        second.onQuery(server, tool, query, args);
    }

    @Override
    public void onListed(ListingReceipt listingReceipt) {
        first.onListed(listingReceipt);
        second.onListed(listingReceipt);
    }
}
