package dev.plimsoll.gateway.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The revisions of the protocol, as HTTP names them. Their names are dates and sort as text. */
final class Revisions {

    private static final List<String> LEGACY = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");
    private static final String LAST_WITH_BATCHES = "2025-03-26";
    private static final String FIRST_WITH_MARKS = "2025-11-25";

    private Revisions() {}

    /** What a client with a session names; older ones name nothing. */
    static void check(@Nullable String header) throws HttpErrorException {
        if (header != null && !LEGACY.contains(header)) {
            throw HttpErrorException.invalid(
                    400, "MCP-Protocol-Version names no revision with sessions", "one of " + String.join(", ", LEGACY));
        }
    }

    static boolean batches(String revision) {
        return revision.compareTo(LAST_WITH_BATCHES) <= 0;
    }

    /** Whether streams begin with an event that has an id and says nothing. */
    static boolean marks(String revision) {
        return revision.compareTo(FIRST_WITH_MARKS) >= 0;
    }
}
