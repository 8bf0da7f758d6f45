package dev.plimsoll.query.node;

import dev.plimsoll.json.Slice;
import dev.plimsoll.query.value.QueryMeter;

/** Functions of a query that use facts about results. */
public interface ResultFunctions {

    /** Returns the outline of a JSON value as JSON, limited to a fixed number of bytes. */
    Slice outline(Slice json);

    /** Returns a line of a log as a JSON object with its time, level, source, message, and pairs. */
    Slice readLogLine(Slice line);

    /**
     * Returns the rows of a SELECT statement as a JSON array of objects.
     *
     * @param json the JSON value that the statement reads
     * @param meter limits of the query, which also apply to the statement
     */
    Slice sql(String statement, Slice json, QueryMeter meter);

    /** Functions without effect, for a query whose host provides none: they return {@code null} or an empty array. */
    ResultFunctions NONE = new ResultFunctions() {
        @Override
        public Slice outline(Slice json) {
            return Slice.of("null");
        }

        @Override
        public Slice readLogLine(Slice line) {
            return Slice.of("null");
        }

        @Override
        public Slice sql(String statement, Slice json, QueryMeter meter) {
            return Slice.of("[]");
        }
    };
}
