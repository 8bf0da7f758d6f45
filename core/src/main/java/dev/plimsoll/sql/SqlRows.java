package dev.plimsoll.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Receiver of the rows of a statement, in order. It throws to stop the statement. */
public interface SqlRows {

    /** Receives the names of the columns, before the first row. */
    void begin(List<String> columns);

    /**
     * Receives a row.
     *
     * @param values a value for each column: null, Long, BigDecimal, Double, Boolean, String, a {@code Slice} of JSON, or a List
     *     of such values
     */
    void row(@Nullable Object[] values);
}
