package dev.plimsoll.query;

import dev.plimsoll.json.Slice;
import java.time.Instant;

/**
 * What a query looks at.
 *
 * @param bytes a valid JSON document, or a text
 * @param isText whether {@code .} is the array of the text's lines
 * @param takenAt what {@code now} gives: the document's own time, so that the same query has the same outputs later
 */
public record QueryInput(Slice bytes, boolean isText, Instant takenAt) {

    /** A valid document, white space around it allowed. */
    public static QueryInput json(Slice document, Instant takenAt) {
        return new QueryInput(document, false, takenAt);
    }

    /** Any text; its lines come without what ends them. */
    public static QueryInput text(Slice text, Instant takenAt) {
        return new QueryInput(text, true, takenAt);
    }
}
