package dev.plimsoll.gateway.paging;

import dev.plimsoll.shape.upstream.PageScan;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Meaning of the argument that selects a page. */
enum PagingKind {
    /** Number of the page. */
    PAGE,
    /** Number of items before the page. */
    OFFSET,
    /** ID of the last item of the previous page. */
    AFTER_ITEM,
    /** Opaque value that the previous page contains. */
    CURSOR;

    private static final Set<String> PAGES = Set.of("page", "pagenumber", "pageno", "pagenum", "pageindex");
    private static final Set<String> OFFSETS = Set.of("offset", "skip", "startindex", "startat", "start");
    private static final Set<String> AFTER_ITEMS = Set.of("startingafter");

    /** Returns the kind that a rule names; null if the rule names none. */
    static @Nullable PagingKind ofWord(String word) {
        return switch (word) {
            case "page" -> PAGE;
            case "offset" -> OFFSET;
            case "cursor" -> CURSOR;
            default -> null;
        };
    }

    /** Returns the kind that the name of an argument suggests; {@code CURSOR} if the name is not known. */
    static PagingKind of(String argument) {
        String name = PageScan.normalize(argument);
        if (AFTER_ITEMS.contains(name)) {
            return AFTER_ITEM;
        }
        return PAGES.contains(name) ? PAGE : OFFSETS.contains(name) ? OFFSET : CURSOR;
    }
}
