package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Counted;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.telemetry.Rollout.Instead;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes entries to the database in one transaction. It caches nothing across transactions, because other processes
 * write too.
 */
final class BatchWriter {

    private static final String ROW = "INSERT INTO requests (at, label, id, follows, kept, answer_tokens, answer_bytes,"
            + " original_tokens, original_bytes, items, micros, own_micros, unit, why, real_tokens, instead,"
            + " instead_tokens, instead_bytes, exact) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    private static final String LABEL =
            "INSERT OR IGNORE INTO labels (server, tool, endpoint, caller, client, era, style,"
                    + " outcome, arm) VALUES (?,?,?,?,?,?,?,?,?)";
    private static final String LABELLED = "SELECT id FROM labels WHERE server=? AND tool=? AND endpoint=? AND caller=?"
            + " AND client=? AND era=? AND style=? AND outcome=? AND arm=?";
    private static final String SUMS = "SELECT counts FROM sums WHERE step=? AND at=? AND label=?";
    private static final String SUM = "INSERT OR REPLACE INTO sums (step, at, label, counts) VALUES (?,?,?,?)";

    private final Connection connection;
    private final int mostLabels;
    private final Map<SumLabel, Integer> labels = new HashMap<>();
    private final Map<Period, RequestSums> sums = new HashMap<>();

    private record Period(SumStep step, long at, int label) {}

    BatchWriter(Connection connection, int mostLabels) {
        this.connection = connection;
        this.mostLabels = mostLabels;
    }

    void add(List<TelemetryEntry> entries) throws SQLException {
        try (PreparedStatement row = connection.prepareStatement(ROW)) {
            for (TelemetryEntry telemetryEntry : entries) {
                int label = label(SumLabel.of(telemetryEntry));
                row(row, telemetryEntry, label);
                for (SumStep sumStep : SumStep.values()) {
                    sums.computeIfAbsent(
                                    new Period(sumStep, sumStep.floor(telemetryEntry.at()), label),
                                    period -> new RequestSums())
                            .add(telemetryEntry);
                }
            }
            row.executeBatch();
        }
    }

    private static void row(PreparedStatement row, TelemetryEntry telemetryEntry, int label) throws SQLException {
        Size size = telemetryEntry.size();
        long[] numbers = {
            telemetryEntry.at(),
            label,
            telemetryEntry.id(),
            telemetryEntry.follows(),
            telemetryEntry.kept() ? 1 : 0,
            size.answerTokens(),
            size.answerBytes(),
            size.originalTokens(),
            size.originalBytes(),
            size.items(),
            telemetryEntry.micros(),
            telemetryEntry.ownMicros(),
            telemetryEntry.rollout().unit()
        };
        for (int i = 0; i < numbers.length; i++) {
            row.setLong(i + 1, numbers[i]);
        }
        row.setString(numbers.length + 1, telemetryEntry.why());
        Counted counted = telemetryEntry.counted();
        if (counted == null) {
            row.setNull(numbers.length + 2, Types.INTEGER);
        } else {
            row.setLong(numbers.length + 2, counted.answerTokens());
        }
        Instead instead = telemetryEntry.rollout().instead();
        row.setString(
                numbers.length + 3, instead == null ? null : instead.outcome().word());
        row.setLong(numbers.length + 4, instead == null ? 0 : instead.tokens());
        row.setLong(numbers.length + 5, instead == null ? 0 : instead.bytes());
        row.setLong(numbers.length + 6, size.exact() ? 1 : 0);
        row.addBatch();
    }

    /** Adds the new sums to those in the database. */
    void finish() throws SQLException {
        try (PreparedStatement read = connection.prepareStatement(SUMS);
                PreparedStatement write = connection.prepareStatement(SUM)) {
            for (Map.Entry<Period, RequestSums> added : sums.entrySet()) {
                Period period = added.getKey();
                at(read, period);
                try (ResultSet found = read.executeQuery()) {
                    if (found.next()) {
                        added.getValue().addPacked(found.getBytes(1));
                    }
                }
                at(write, period);
                write.setBytes(4, added.getValue().packed());
                write.addBatch();
            }
            write.executeBatch();
        }
    }

    private static void at(PreparedStatement statement, Period period) throws SQLException {
        statement.setInt(1, period.step().code());
        statement.setLong(2, period.at());
        statement.setInt(3, period.label());
    }

    private int label(SumLabel sumLabel) throws SQLException {
        Integer known = labels.get(sumLabel);
        if (known != null) {
            return known;
        }
        int id = found(sumLabel);
        if (id == 0) {
            SumLabel allowed = Database.number(connection, "SELECT count(*) FROM labels") < mostLabels
                    ? sumLabel
                    : sumLabel.bounded();
            try (PreparedStatement insert = connection.prepareStatement(LABEL)) {
                parts(insert, allowed);
                insert.executeUpdate();
            }
            id = found(allowed);
        }
        labels.put(sumLabel, id);
        return id;
    }

    private int found(SumLabel sumLabel) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LABELLED)) {
            parts(select, sumLabel);
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? found.getInt(1) : 0;
            }
        }
    }

    private static void parts(PreparedStatement statement, SumLabel sumLabel) throws SQLException {
        statement.setString(1, sumLabel.server());
        statement.setString(2, sumLabel.tool());
        statement.setString(3, sumLabel.endpoint());
        statement.setString(4, sumLabel.caller());
        statement.setString(5, sumLabel.client());
        statement.setString(6, sumLabel.era());
        statement.setString(7, sumLabel.style());
        statement.setString(8, sumLabel.outcome());
        statement.setString(9, sumLabel.arm());
    }
}
