package dev.plimsoll.query;

import dev.plimsoll.json.Slice;
import java.time.Instant;

/**
 * Input of a query.
 *
 * @param bytes a valid JSON document, or a text
 * @param isText whether {@code .} is the array of the text's lines
 * @param takenAt result of {@code now}: the time of the document, so that the same query later has the same outputs
 */
public record QueryInput(Slice bytes, boolean isText, Instant takenAt) {

    /** Creates an input from a valid JSON document, with optional white space around it. */
    public static QueryInput json(Slice document, Instant takenAt) {
        return new QueryInput(document, false, takenAt);
    }

    /** Creates an input from any text. Its lines have no line ends. */
    public static QueryInput text(Slice text, Instant takenAt) {
        return new QueryInput(text, true, takenAt);
    }
}
