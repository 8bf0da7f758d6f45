package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** What can be read here with a {@code GET} besides what the servers have. Used by many threads. */
public interface Service {

    boolean leadsTo(String path);

    /** Whether everyone may read it; else only callers of the tier {@code admin}. */
    boolean open();

    /** Throws {@link dev.plimsoll.model.RefusedException} for what cannot be answered as asked. */
    Reply answer(Asked asked) throws InterruptedException;

    /**
     * What is asked for.
     *
     * @param query what stands behind the question mark; null: nothing does
     * @param caller null: one who does not say who it is, though callers have to
     * @param accept the header of that name
     */
    record Asked(
            String path,
            @Nullable String query,
            @Nullable Caller caller,
            @Nullable String accept) {}

    /** What it gets. */
    record Reply(int status, String type, Slice body) {

        /** As JSON. */
        public Reply(int status, Slice body) {
            this(status, "application/json", body);
        }
    }
}
