package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.ExactCounts;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes entries, and the sums that they change, to the database in one transaction. Each transaction needs
 * its own object: nothing is cached longer, because other processes change the database too.
 */
final class BatchWriter {

    private static final String INSERT_REQUEST =
            "INSERT INTO requests (at, label, id, follows, kept, answer_tokens, answer_bytes,"
                    + " original_tokens, original_bytes, items, micros, own_micros, unit, why, real_tokens, instead,"
                    + " instead_tokens, instead_bytes, exact, handles, handle_bytes, handle_tokens)"
                    + " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    private static final String INSERT_LABEL =
            "INSERT OR IGNORE INTO labels (server, tool, endpoint, caller, client, era, style,"
                    + " outcome, arm) VALUES (?,?,?,?,?,?,?,?,?)";
    private static final String SELECT_LABEL =
            "SELECT id FROM labels WHERE server=? AND tool=? AND endpoint=? AND caller=?"
                    + " AND client=? AND era=? AND style=? AND outcome=? AND arm=?";
    private static final String SELECT_SUM = "SELECT counts FROM sums WHERE step=? AND at=? AND label=?";
    private static final String REPLACE_SUM = "INSERT OR REPLACE INTO sums (step, at, label, counts) VALUES (?,?,?,?)";

    private final Connection connection;
    private final int maxLabels;
    private final Map<SumLabel, Integer> labels = new HashMap<>();
    private final Map<Period, RequestSums> sums = new HashMap<>();

    private record Period(SumStep step, long startMillis, int label) {}

    BatchWriter(Connection connection, int maxLabels) {
        this.connection = connection;
        this.maxLabels = maxLabels;
    }

    void add(List<TelemetryEntry> entries) throws SQLException {
        try (PreparedStatement row = connection.prepareStatement(INSERT_REQUEST)) {
            for (TelemetryEntry telemetryEntry : entries) {
                int label = labelId(SumLabel.of(telemetryEntry));
                bindRow(row, telemetryEntry, label);
                for (SumStep sumStep : SumStep.values()) {
                    sums.computeIfAbsent(
                                    new Period(sumStep, sumStep.floor(telemetryEntry.atMillis()), label),
                                    period -> new RequestSums())
                            .add(telemetryEntry);
                }
            }
            row.executeBatch();
        }
    }

    private static void bindRow(PreparedStatement row, TelemetryEntry telemetryEntry, int label) throws SQLException {
        Size size = telemetryEntry.size();
        long[] numbers = {
            telemetryEntry.atMillis(),
            label,
            telemetryEntry.id(),
            telemetryEntry.followUpOf(),
            telemetryEntry.isStored() ? 1 : 0,
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
        ExactCounts exactCounts = telemetryEntry.exactCounts();
        if (exactCounts == null) {
            row.setNull(numbers.length + 2, Types.INTEGER);
        } else {
            row.setLong(numbers.length + 2, exactCounts.answerTokens());
        }
        ShadowAnswer shadowAnswer = telemetryEntry.rollout().shadowAnswer();
        row.setString(
                numbers.length + 3,
                shadowAnswer == null ? null : shadowAnswer.outcome().recordName());
        row.setLong(numbers.length + 4, shadowAnswer == null ? 0 : shadowAnswer.tokens());
        row.setLong(numbers.length + 5, shadowAnswer == null ? 0 : shadowAnswer.bytes());
        row.setLong(numbers.length + 6, size.isExact() ? 1 : 0);
        row.setLong(numbers.length + 7, size.handles().count());
        row.setLong(numbers.length + 8, size.handles().bytes());
        row.setLong(numbers.length + 9, size.handles().tokens());
        row.addBatch();
    }

    /** Adds the sums of the new entries to the sums in the database. */
    void writeSums() throws SQLException {
        try (PreparedStatement read = connection.prepareStatement(SELECT_SUM);
                PreparedStatement write = connection.prepareStatement(REPLACE_SUM)) {
            for (Map.Entry<Period, RequestSums> sum : sums.entrySet()) {
                Period period = sum.getKey();
                bindPeriod(read, period);
                try (ResultSet found = read.executeQuery()) {
                    if (found.next()) {
                        sum.getValue().addPacked(found.getBytes(1));
                    }
                }
                bindPeriod(write, period);
                write.setBytes(4, sum.getValue().pack());
                write.addBatch();
            }
            write.executeBatch();
        }
    }

    private static void bindPeriod(PreparedStatement statement, Period period) throws SQLException {
        statement.setInt(1, period.step().code());
        statement.setLong(2, period.startMillis());
        statement.setInt(3, period.label());
    }

    /**
     * Returns the ID of a label. Inserts the label if it is new; if there are too many labels, inserts one
     * without names.
     */
    private int labelId(SumLabel sumLabel) throws SQLException {
        Integer cachedId = labels.get(sumLabel);
        if (cachedId != null) {
            return cachedId;
        }
        int id = findLabelId(sumLabel);
        if (id == 0) {
            SumLabel storedLabel = Database.queryNumber(connection, "SELECT count(*) FROM labels") < maxLabels
                    ? sumLabel
                    : sumLabel.withoutNames();
            try (PreparedStatement insert = connection.prepareStatement(INSERT_LABEL)) {
                bindLabel(insert, storedLabel);
                insert.executeUpdate();
            }
            id = findLabelId(storedLabel);
        }
        labels.put(sumLabel, id);
        return id;
    }

    private int findLabelId(SumLabel sumLabel) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_LABEL)) {
            bindLabel(select, sumLabel);
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? found.getInt(1) : 0;
            }
        }
    }

    private static void bindLabel(PreparedStatement statement, SumLabel sumLabel) throws SQLException {
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
