package dev.plimsoll.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Receiver of the rows of a statement, in order. An exception that it throws stops the statement. */
public interface SqlRowReceiver {

    /** Receives the names of the columns, before the first row. */
    void onColumns(List<String> columns);

    /**
     * Receives a row.
     *
     * @param values the value of each column: null, Long, BigDecimal, Double, Boolean, String, a {@code Slice} of JSON, or a List
     *     of such values
     */
    void onRow(@Nullable Object[] values);
}
