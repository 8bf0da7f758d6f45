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

    private static final Set<String> PAGE_NAMES = Set.of("page", "pagenumber", "pageno", "pagenum", "pageindex");
    private static final Set<String> OFFSET_NAMES = Set.of("offset", "skip", "startindex", "startat", "start");
    private static final Set<String> AFTER_ITEM_NAMES = Set.of("startingafter");

    /** Returns the kind that a rule names; null if the rule names none. */
    static @Nullable PagingKind findByRule(String word) {
        return switch (word) {
            case "page" -> PAGE;
            case "offset" -> OFFSET;
            case "cursor" -> CURSOR;
            default -> null;
        };
    }

    /** Returns the kind that the name of an argument suggests; {@code CURSOR} if the name is not known. */
    static PagingKind ofArgument(String argument) {
        String name = PageScan.normalize(argument);
        if (AFTER_ITEM_NAMES.contains(name)) {
            return AFTER_ITEM;
        }
        return PAGE_NAMES.contains(name) ? PAGE : OFFSET_NAMES.contains(name) ? OFFSET : CURSOR;
    }
}
