package dev.plimsoll.gateway.http.exchange;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The response types that a client accepts.
 *
 * @param json whether the client accepts one JSON document
 * @param events whether the client accepts an event stream
 */
public record AcceptedTypes(boolean json, boolean events) {

    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";

    /** The header as client SDKs write it. */
    private static final String COMMON_HEADER = JSON + ", " + EVENTS;

    /** Parses the {@code Accept} header. Without it, a client accepts everything. */
    public static AcceptedTypes of(@Nullable String header) {
        if (header == null || header.isBlank() || header.equals(COMMON_HEADER)) {
            return new AcceptedTypes(true, true);
        }
        boolean json = false;
        boolean events = false;
        for (String range : header.toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] parts = range.split(";", -1);
            if (isRefused(parts)) {
                continue;
            }
            String type = parts[0].strip();
            json |= type.equals(JSON) || type.equals("application/*") || type.equals("*/*");
            events |= type.equals(EVENTS) || type.equals("text/*") || type.equals("*/*");
        }
        return new AcceptedTypes(json, events);
    }

    private static boolean isRefused(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            if (parts[i].strip().matches("q=0(\\.0*)?")) {
                return true;
            }
        }
        return false;
    }
}
