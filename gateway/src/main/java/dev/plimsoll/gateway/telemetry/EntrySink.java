package dev.plimsoll.gateway.telemetry;

import java.io.IOException;
import java.util.List;

/** Where entries end up. Used by one thread. */
public interface EntrySink extends AutoCloseable {

    /** Keeps all of them, or none and throws. */
    void keep(List<TelemetryEntry> entries) throws IOException;

    /** Looks after what is kept; called now and then. */
    default void tend() throws IOException {}

    @Override
    void close() throws IOException;

    /** Makes one: may take its time, and fail. */
    @FunctionalInterface
    interface Opening {
        EntrySink open() throws IOException;
    }
}
