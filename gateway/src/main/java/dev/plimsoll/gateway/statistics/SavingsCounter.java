package dev.plimsoll.gateway.statistics;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Adds up the savings of all telemetry entries of this process. Thread-safe. */
public final class SavingsCounter implements Consumer<List<TelemetryEntry>> {

    private final AtomicReference<Savings> total = new AtomicReference<>(Savings.NONE);

    @Override
    public void accept(List<TelemetryEntry> entries) {
        RequestSums sums = new RequestSums();
        entries.forEach(sums::add);
        Savings addedSavings = Savings.of(sums);
        total.updateAndGet(sum -> sum.plus(addedSavings));
    }

    /** Returns the savings of all entries so far. */
    public Savings total() {
        return total.get();
    }
}
