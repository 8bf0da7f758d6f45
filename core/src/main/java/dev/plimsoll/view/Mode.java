package dev.plimsoll.view;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a reader wants to see the document, or the part of it at a path. */
public enum Mode {
    /** by what the part is: whole when it fits, else paged, summarised or cut */
    AUTO,
    PAGINATED,
    SUMMARY,
    FILTERED,
    FULL,
    OUTLINE,
    FIND,
    QUERY,
    LINES;

    /** Whether it shows what is found or worked out, in place of the part itself. */
    public boolean seeks() {
        return this == OUTLINE || this == FIND || this == QUERY;
    }

    static @Nullable Mode named(String name) {
        for (Mode mode : values()) {
            if (mode != AUTO && mode.word().equals(name)) {
                return mode;
            }
        }
        return null;
    }

    /** As it stands in an argument. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
