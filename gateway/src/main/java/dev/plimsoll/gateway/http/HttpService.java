package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.json.Slice;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands at a path besides what the servers have: to be read, posted to or deleted. Used by many threads. */
public interface HttpService {

    boolean leadsTo(String path);

    /** Whether everyone may read it; else only callers of the tier {@code admin}. */
    boolean open();

    /** How many bytes may be posted to it; 0: it is only read. */
    default int takes() {
        return 0;
    }

    /** Whether it is asked with {@code DELETE}, and with nothing else. */
    default boolean deletes() {
        return false;
    }

    /** Throws {@link dev.plimsoll.model.RefusedException} for what cannot be answered as asked. */
    Reply answer(Asked asked) throws InterruptedException;

    /**
     * What is asked for.
     *
     * @param query what stands behind the question mark; null: nothing does
     * @param caller null: one who does not say who it is, though callers have to
     * @param accept the header of that name
     * @param body what was posted; null: nothing was
     */
    record Asked(
            String path,
            @Nullable String query,
            @Nullable AuthenticatedCaller caller,
            @Nullable String accept,
            @Nullable Slice body) {

        /** What is only read. */
        public Asked(String path, @Nullable String query, @Nullable AuthenticatedCaller caller, @Nullable String accept) {
            this(path, query, caller, accept, null);
        }
    }

    /**
     * What it gets.
     *
     * @param headers besides those of every answer
     */
    record Reply(int status, String type, Slice body, Map<String, String> headers) {

        public Reply {
            headers = Map.copyOf(headers);
        }

        /** Without headers of its own. */
        public Reply(int status, String type, Slice body) {
            this(status, type, body, Map.of());
        }

        /** As JSON. */
        public Reply(int status, Slice body) {
            this(status, "application/json", body);
        }
    }
}
