package dev.plimsoll.gateway.report;

import dev.plimsoll.gateway.compare.ArmComparison;
import dev.plimsoll.gateway.config.model.TelemetryConfig;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.TelemetryStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/**
 * The telemetry that is recorded in a data folder.
 *
 * @param settings its retention and maximum size
 */
public record RecordedData(Path data, TelemetryConfig settings) {

    /**
     * Imports the spools (files with records) of {@code plimsoll run} processes. Returns the number of spools
     * that were left out, because a newer version of Plimsoll has written them.
     *
     * @throws IOException if the import fails; the message is written for people
     */
    public int importSpools() throws IOException {
        try (TelemetryStore store =
                TelemetryStore.open(data, settings.retention(), settings.maxBytes(), InstantSource.system())) {
            return store.importSpools();
        }
    }

    Ledger ledger() {
        return new Ledger(data);
    }

    /** Compares the two arms of a rollout. */
    public ArmComparison compareArms(Instant from, Instant to) throws IOException {
        try (Ledger ledger = ledger()) {
            return ArmComparison.compute(
                    ledger, new RequestFilter(Math.max(0, from.toEpochMilli()), to.toEpochMilli(), Map.of()));
        }
    }
}
