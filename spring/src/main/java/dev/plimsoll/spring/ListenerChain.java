package dev.plimsoll.spring;

import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.Receipt;
import java.util.List;

/** Notifies several listeners as one. */
record ListenerChain(List<GuardListener> all) implements GuardListener {

    @Override
    public void onGuarded(Receipt receipt) {
        all.forEach(listener -> listener.onGuarded(receipt));
    }

    @Override
    public void onListed(ListingReceipt listingReceipt) {
        all.forEach(listener -> listener.onListed(listingReceipt));
    }
}
