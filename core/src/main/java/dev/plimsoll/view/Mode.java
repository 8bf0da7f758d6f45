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
    LINES;

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
