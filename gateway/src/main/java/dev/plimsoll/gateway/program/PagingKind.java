package dev.plimsoll.gateway.program;

import java.util.Locale;
import java.util.Set;

/** Kind of the argument that selects a page. */
enum PagingKind {
    /** Number of the page. */
    PAGE,
    /** Number of items before the page. */
    OFFSET,
    /** The last item of the page before, by its id. */
    AFTER_ITEM,
    /** Value from the page before. */
    CURSOR;

    private static final Set<String> PAGES = Set.of("page", "pagenumber", "pageno", "pagenum", "pageindex");
    private static final Set<String> OFFSETS = Set.of("offset", "skip", "startindex", "startat", "start");
    private static final Set<String> AFTER_ITEMS = Set.of("startingafter");

    /** Returns a name in lower case with only its letters and digits. */
    static String normalized(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    static PagingKind of(String argument) {
        String name = normalized(argument);
        if (AFTER_ITEMS.contains(name)) {
            return AFTER_ITEM;
        }
        return PAGES.contains(name) ? PAGE : OFFSETS.contains(name) ? OFFSET : CURSOR;
    }
}
