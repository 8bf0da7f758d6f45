package dev.plimsoll.gateway.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Protocol revisions with sessions, as HTTP headers name them. Their names are dates, so they sort as text. */
final class Revisions {

    private static final List<String> LEGACY = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");
    private static final String LAST_WITH_BATCHES = "2025-03-26";
    private static final String FIRST_WITH_STREAM_IDS = "2025-11-25";

    private Revisions() {}

    /** Checks the header of a client with a session. Older revisions do not send it. */
    static void check(@Nullable String header) throws HttpErrorException {
        if (header != null && !LEGACY.contains(header)) {
            throw HttpErrorException.invalidRequest(
                    400, "MCP-Protocol-Version names no revision with sessions", "one of " + String.join(", ", LEGACY));
        }
    }

    static boolean hasBatches(String revision) {
        return revision.compareTo(LAST_WITH_BATCHES) <= 0;
    }

    /** Returns whether streams begin with an event that has only an id. */
    static boolean hasStreamIds(String revision) {
        return revision.compareTo(FIRST_WITH_STREAM_IDS) >= 0;
    }
}
