package dev.plimsoll.view;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Mode of a view: what it shows of the document, or of the part at a path. */
public enum Mode {
    /** The complete part if it fits; otherwise pages, a summary, or chunks, depending on the part. */
    AUTO,
    /** Pages of items, or chunks of a text. */
    PAGINATED,
    /** One value with as much detail as fits. */
    SUMMARY,
    /** Pages with only the fields that the read selects. */
    FILTERED,
    /** The complete original, with a larger budget. */
    FULL,
    /** A description of all items, or of a whole text. */
    OUTLINE,
    /** The matches of a search. */
    FIND,
    /** The outputs of a query. */
    QUERY,
    /** Lines of the original text. */
    LINES,
    /** The best passages for the words of a question. Only the argument {@code search} selects it. */
    SEARCH;

    /**
     * Returns whether this mode shows content derived from the part (an outline, matches, passages, or the outputs of a
     * query) in place of the part itself.
     */
    public boolean hasDerivedContent() {
        return this == OUTLINE || this == FIND || this == QUERY || this == SEARCH;
    }

    /** Returns the names that the argument {@code mode} allows. */
    static List<String> names() {
        return Arrays.stream(values())
                .filter(mode -> mode != AUTO && mode != SEARCH)
                .map(Mode::wireName)
                .toList();
    }

    static @Nullable Mode find(String name) {
        for (Mode mode : values()) {
            if (mode != AUTO && mode != SEARCH && mode.wireName().equals(name)) {
                return mode;
            }
        }
        return null;
    }

    /** Returns the name in arguments. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
