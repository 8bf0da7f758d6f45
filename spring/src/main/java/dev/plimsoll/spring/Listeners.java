package dev.plimsoll.spring;

import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Listed;
import dev.plimsoll.telemetry.Receipt;
import java.util.List;

/** All who want to hear, as one. */
record Listeners(List<GuardListener> all) implements GuardListener {

    @Override
    public void onGuarded(Receipt receipt) {
        all.forEach(one -> one.onGuarded(receipt));
    }

    @Override
    public void onListed(Listed listed) {
        all.forEach(one -> one.onListed(listed));
    }
}
