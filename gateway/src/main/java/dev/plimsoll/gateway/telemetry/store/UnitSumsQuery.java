package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Consumer;

/** Sums requests by rollout unit. The sums are computed in SQL, because there may be a million requests. */
final class UnitSumsQuery {

    private static final String IS_FOLLOW_UP_READ = "(r.follows <> 0 OR l.outcome = 'read')";
    private static final String SUMS = "sum(NOT " + IS_FOLLOW_UP_READ + "), sum(CASE WHEN " + IS_FOLLOW_UP_READ
            + " THEN 0 ELSE r.answer_tokens END),"
            + " sum(" + IS_FOLLOW_UP_READ + "), sum(CASE WHEN " + IS_FOLLOW_UP_READ
            + " THEN r.answer_tokens ELSE 0 END),"
            + " sum(NOT " + IS_FOLLOW_UP_READ + " AND l.outcome = '" + TelemetryEntry.ERROR + "'),"
            + " sum(CASE WHEN " + IS_FOLLOW_UP_READ + " THEN 0 ELSE r.micros END)";

    private UnitSumsQuery() {}

    /**
     * Passes the sums of each unit in each arm to a consumer.
     *
     * @param labels IDs of the labels whose requests are summed
     * @param isByTool whether each tool has separate sums
     */
    static void forEachUnit(
            Connection connection,
            Collection<Integer> labels,
            RequestFilter requestFilter,
            boolean isByTool,
            Consumer<UnitSums> consumer)
            throws SQLException {
        if (labels.isEmpty()) {
            return;
        }
        StringJoiner labelList = new StringJoiner(",", "(", ")");
        labels.forEach(label -> labelList.add(label.toString()));
        String names = isByTool ? "l.server, l.tool" : "'', ''";
        String groupPrefix = isByTool ? "l.server, l.tool, " : "";
        try (PreparedStatement select = connection.prepareStatement("SELECT " + names + ", l.arm, " + SUMS
                + " FROM requests r JOIN labels l ON l.id = r.label WHERE r.label IN " + labelList
                + " AND r.at >= ? AND r.at < ? GROUP BY " + groupPrefix + "l.arm, r.unit")) {
            select.setLong(1, requestFilter.from());
            select.setLong(2, requestFilter.to());
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    consumer.accept(readRow(found, isByTool));
                }
            }
        }
    }

    private static UnitSums readRow(ResultSet found, boolean isByTool) throws SQLException {
        return new UnitSums(
                isByTool ? List.of(found.getString(1), found.getString(2)) : List.of(),
                found.getString(3),
                found.getLong(4),
                found.getLong(5),
                found.getLong(6),
                found.getLong(7),
                found.getLong(8),
                found.getLong(9));
    }
}
