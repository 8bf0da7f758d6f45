package dev.plimsoll.gateway.rpc;

import dev.plimsoll.model.ClientFeatures;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The protocol revisions, oldest first, with what each one allows. Their names are dates, so they sort as text.
 * {@link ProtocolMethod} lists the methods that each one has.
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

    /** The first revision in which each request states everything itself. */
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

    /** Returns the newest revision that is not newer than this name; the oldest one if there is none. */
    public static Revision of(String name) {
        Revision newest = OLDEST;
        for (Revision revision : ALL) {
            newest = revision.text.compareTo(name) <= 0 ? revision : newest;
        }
        return newest;
    }

    /** Returns the revision with initialization that has this name, or null. */
    public static @Nullable Revision findLegacy(@Nullable String name) {
        for (Revision revision : ALL) {
            if (revision.text.equals(name) && !revision.isModern()) {
                return revision;
            }
        }
        return null;
    }

    /** Returns the names of the revisions with initialization, oldest first. */
    public static List<String> legacyNames() {
        return Arrays.stream(ALL)
                .filter(revision -> !revision.isModern())
                .map(Revision::text)
                .toList();
    }

    /** Returns whether this is the name of a revision in which each request states everything itself. */
    public static boolean isModern(@Nullable String name) {
        return name != null && name.compareTo(MODERN.text) >= 0;
    }

    /** Returns whether each request states everything itself, without initialization and sessions. */
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

    /** Returns whether event streams begin with an event that has only an id. */
    public boolean hasStreamIds() {
        return isAtLeast(V2025_11_25);
    }

    /** Returns whether a closed stream cancels the request that it belongs to. Otherwise, a notification cancels it. */
    public boolean isCancelledByClosedStream() {
        return isModern();
    }

    public boolean hasAudio() {
        return isAtLeast(V2025_03_26);
    }

    public boolean hasResourceLinks() {
        return isAtLeast(V2025_06_18);
    }

    /** Returns whether clients ask for tasks, and servers offer them, without an extension. */
    public boolean hasTasks() {
        return this == V2025_11_25;
    }

    /** Returns whether an elicitation that opens a URL needs an id. */
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
