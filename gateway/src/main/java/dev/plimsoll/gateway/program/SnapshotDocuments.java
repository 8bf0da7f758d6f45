package dev.plimsoll.gateway.program;

import org.jspecify.annotations.Nullable;

/** The stored results of an endpoint's servers that one caller can read. */
@FunctionalInterface
public interface SnapshotDocuments {

    /**
     * Returns the document of a result; null if the cursor belongs to no server of the endpoint.
     *
     * @throws dev.plimsoll.model.RefusedException if the caller cannot read it
     */
    @Nullable ServerDocument find(String cursor);
}
