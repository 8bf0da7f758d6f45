package dev.plimsoll.gateway.telemetry;

import java.io.IOException;
import java.util.List;

/** Destination of telemetry entries. Not thread-safe. */
public interface EntrySink extends AutoCloseable {

    /** Stores the entries. If it throws, no entry was stored. */
    void write(List<TelemetryEntry> entries) throws IOException;

    /** Runs maintenance, such as the deletion of old entries. Called regularly. */
    default void runMaintenance() throws IOException {}

    @Override
    void close() throws IOException;

    /** Opens a sink. May be slow and may fail. */
    @FunctionalInterface
    interface Opener {
        EntrySink open() throws IOException;
    }
}
