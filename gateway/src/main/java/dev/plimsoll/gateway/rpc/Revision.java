package dev.plimsoll.gateway.rpc;

import dev.plimsoll.model.ClientFeatures;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The revisions of the protocol, oldest first, and their features. The names are dates, so they can be
 * compared as texts. {@link ProtocolMethod} lists the methods of each revision.
 */
public enum Revision {
    V2024_11_05("2024-11-05"),
    V2025_03_26("2025-03-26"),
    V2025_06_18("2025-06-18"),
    V2025_11_25("2025-11-25"),
    V2026_07_28("2026-07-28");

    public static final Revision OLDEST = V2024_11_05;

    /** The last revision with {@code initialize} and sessions. */
    public static final Revision LATEST_LEGACY = V2025_11_25;

    /** The first modern revision, without sessions: each request states revision, client, and capabilities. */
    public static final Revision MODERN = V2026_07_28;

    private static final Revision[] ALL = values();

    private final String text;

    Revision(String text) {
        this.text = text;
    }

    /** Returns the name in messages and headers. */
    public String text() {
        return text;
    }

    /** Returns the newest known revision that is not newer than a name; the oldest revision if all are newer. */
    public static Revision of(String name) {
        Revision newest = OLDEST;
        for (Revision revision : ALL) {
            newest = revision.text.compareTo(name) <= 0 ? revision : newest;
        }
        return newest;
    }

    /** Returns the legacy revision with this name; null if there is none. */
    public static @Nullable Revision findLegacy(@Nullable String name) {
        for (Revision revision : ALL) {
            if (revision.text.equals(name) && !revision.isModern()) {
                return revision;
            }
        }
        return null;
    }

    /** Returns the names of the legacy revisions, oldest first. */
    public static List<String> legacyNames() {
        return Arrays.stream(ALL)
                .filter(revision -> !revision.isModern())
                .map(Revision::text)
                .toList();
    }

    /** Returns whether this is the name of a modern revision. */
    public static boolean isModern(@Nullable String name) {
        return name != null && name.compareTo(MODERN.text) >= 0;
    }

    /** Returns whether this is a modern revision, without {@code initialize} and sessions. */
    public boolean isModern() {
        return isAtLeast(MODERN);
    }

    private boolean isAtLeast(Revision revision) {
        return compareTo(revision) >= 0;
    }

    /** Returns whether several messages may be sent as one array. */
    public boolean hasBatches() {
        return !isAtLeast(V2025_06_18);
    }

    /** Returns whether event streams begin with an event that has an ID and no data. */
    public boolean hasStreamIds() {
        return isAtLeast(V2025_11_25);
    }

    /**
     * Returns whether a client cancels a request by closing its event stream. In other revisions, it sends a
     * notification.
     */
    public boolean isCancelledByClosedStream() {
        return isModern();
    }

    public boolean hasAudio() {
        return isAtLeast(V2025_03_26);
    }

    public boolean hasResourceLinks() {
        return isAtLeast(V2025_06_18);
    }

    /** Returns whether tasks are part of the protocol itself. In later revisions, they are an extension. */
    public boolean hasTasks() {
        return this == V2025_11_25;
    }

    /** Returns whether an elicitation that opens a URL needs an elicitation ID. */
    public boolean hasElicitationIds() {
        return this == V2025_11_25;
    }

    /** Returns the features of a client with this revision. */
    public ClientFeatures clientFeatures() {
        if (isModern()) {
            return ClientFeatures.modern();
        }
        return isAtLeast(V2025_06_18) ? ClientFeatures.current() : ClientFeatures.old();
    }
}
