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

/** Sums requests by unit. The database does this, because there may be a million requests. */
final class UnitShares {

    private static final String READS = "(r.follows <> 0 OR l.outcome = 'read')";
    private static final String SUMS =
            "sum(NOT " + READS + "), sum(CASE WHEN " + READS + " THEN 0 ELSE r.answer_tokens END),"
                    + " sum(" + READS + "), sum(CASE WHEN " + READS + " THEN r.answer_tokens ELSE 0 END),"
                    + " sum(NOT " + READS + " AND l.outcome = '" + TelemetryEntry.ERROR + "'),"
                    + " sum(CASE WHEN " + READS + " THEN 0 ELSE r.micros END)";

    private UnitShares() {}

    /**
     * Passes on the sums of each unit in each arm.
     *
     * @param labels the selected labels
     * @param byTool whether each tool has separate sums
     */
    static void of(
            Connection open,
            Collection<Integer> labels,
            RequestFilter requestFilter,
            boolean byTool,
            Consumer<UnitShare> consumer)
            throws SQLException {
        if (labels.isEmpty()) {
            return;
        }
        StringJoiner labelList = new StringJoiner(",", "(", ")");
        labels.forEach(label -> labelList.add(label.toString()));
        String names = byTool ? "l.server, l.tool" : "'', ''";
        String groupPrefix = byTool ? "l.server, l.tool, " : "";
        try (PreparedStatement select = open.prepareStatement("SELECT " + names + ", l.arm, " + SUMS
                + " FROM requests r JOIN labels l ON l.id = r.label WHERE r.label IN " + labelList
                + " AND r.at >= ? AND r.at < ? GROUP BY " + groupPrefix + "l.arm, r.unit")) {
            select.setLong(1, requestFilter.from());
            select.setLong(2, requestFilter.to());
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    consumer.accept(share(found, byTool));
                }
            }
        }
    }

    private static UnitShare share(ResultSet found, boolean byTool) throws SQLException {
        return new UnitShare(
                byTool ? List.of(found.getString(1), found.getString(2)) : List.of(),
                found.getString(3),
                found.getLong(4),
                found.getLong(5),
                found.getLong(6),
                found.getLong(7),
                found.getLong(8),
                found.getLong(9));
    }
}
