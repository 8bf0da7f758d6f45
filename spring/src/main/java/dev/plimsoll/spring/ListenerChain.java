package dev.plimsoll.spring;

import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.Receipt;
import java.util.List;

/** Listener that forwards each notification to several listeners. */
record ListenerChain(List<GuardListener> listeners) implements GuardListener {

    @Override
    public void onGuarded(Receipt receipt) {
        listeners.forEach(listener -> listener.onGuarded(receipt));
    }

    @Override
    public void onListed(ListingReceipt listingReceipt) {
        listeners.forEach(listener -> listener.onListed(listingReceipt));
    }
}
