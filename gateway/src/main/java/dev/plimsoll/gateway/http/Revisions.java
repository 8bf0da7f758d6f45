package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.proxy.Revision;
import dev.plimsoll.gateway.wire.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The revisions of the protocol, as HTTP names them. Their names are dates and sort as text. */
final class Revisions {

    private static final String MODERN = "2026-07-28";

    private static final List<String> LEGACY = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");
    private static final String LAST_WITH_BATCHES = "2025-03-26";
    private static final String FIRST_WITH_MARKS = "2025-11-25";

    private Revisions() {}

    /** Requests that name a revision without sessions are told which ones are spoken here. */
    static void checkEra(@Nullable String header, Message message) throws Refusal {
        String named = Revision.of(message);
        String revision = named == null ? header : named;
        if (revision != null && revision.compareTo(MODERN) >= 0) {
            throw Refusal.unsupported(message.id(), revision, LEGACY.toArray(String[]::new));
        }
    }

    /** What a client with a session names; older ones name nothing. */
    static void check(@Nullable String header) throws Refusal {
        if (header != null && !LEGACY.contains(header)) {
            throw Refusal.invalid(
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
