package dev.plimsoll.shape.text;

import dev.plimsoll.json.Slice;
import dev.plimsoll.search.SearchDeadline;
import dev.plimsoll.search.SearchPattern;
import java.util.List;

/** Words of errors in logs, which a suggested search looks for. */
final class ErrorTerms {

    private static final List<String> TERMS = List.of("error", "exception", "fail", "warn");
    private static final int MAX_SEARCHED_BYTES = 1 << 20;

    private ErrorTerms() {}

    /** Returns the first of the {@link #TERMS} that occurs in the beginning of a log; empty if none occurs. */
    static String find(Slice log) {
        Slice beginning = log.sub(0, Math.min(log.length(), MAX_SEARCHED_BYTES));
        return TERMS.stream()
                .filter(term -> SearchPattern.parse(term, SearchDeadline.of(Integer.MAX_VALUE, () -> 0))
                                .findFirst(beginning)
                        >= 0)
                .findFirst()
                .orElse("");
    }
}
