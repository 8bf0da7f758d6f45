package dev.plimsoll.query;

import dev.plimsoll.json.Slice;
import dev.plimsoll.query.node.ResultFunctions;
import dev.plimsoll.query.warning.ServerTruncation;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Input of a query.
 *
 * @param document value of {@code .}
 * @param takenAt result of {@code now}: the time of the document, so that the same query later has the same
 *     outputs
 * @param variables values of the variables that the query declares
 * @param functions functions that the host provides to queries: outline, log line, and SQL
 * @param truncation sentence about a list that the server truncated, and the path to it; null if nothing is known
 */
public record QueryInput(
        Source document,
        Instant takenAt,
        Map<String, Source> variables,
        ResultFunctions functions,
        @Nullable ServerTruncation truncation) {

    /**
     * Document or text.
     *
     * @param bytes a valid JSON document, or a text
     * @param isText whether {@code bytes} are plain text, which the query sees as an array of its lines
     */
    public record Source(Slice bytes, boolean isText) {}

    public QueryInput {
        variables = Map.copyOf(variables);
    }

    public QueryInput(Slice bytes, boolean isText, Instant takenAt) {
        this(new Source(bytes, isText), takenAt, Map.of(), ResultFunctions.NONE, null);
    }

    /** Creates an input from a valid JSON document, with optional white space around it. */
    public static QueryInput json(Slice document, Instant takenAt) {
        return new QueryInput(document, false, takenAt);
    }

    /** Creates an input from any text. Its lines have no line ends. */
    public static QueryInput text(Slice text, Instant takenAt) {
        return new QueryInput(text, true, takenAt);
    }

    public QueryInput withVariables(Map<String, Source> values) {
        return new QueryInput(document, takenAt, values, functions, truncation);
    }

    public QueryInput withFunctions(ResultFunctions newFunctions) {
        return new QueryInput(document, takenAt, variables, newFunctions, truncation);
    }

    public QueryInput withTruncation(@Nullable ServerTruncation newTruncation) {
        return new QueryInput(document, takenAt, variables, functions, newTruncation);
    }
}
