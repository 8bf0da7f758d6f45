package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.Entry;
import dev.plimsoll.gateway.telemetry.Entry.Counted;
import dev.plimsoll.gateway.telemetry.Entry.Size;
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
 * Entries on their way into the database, within one transaction: other processes write there too, so nothing is remembered
 * from one to the next.
 */
final class Writing {

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
    private final Map<Label, Integer> labels = new HashMap<>();
    private final Map<Period, Sums> sums = new HashMap<>();

    private record Period(Step step, long at, int label) {}

    Writing(Connection connection, int mostLabels) {
        this.connection = connection;
        this.mostLabels = mostLabels;
    }

    void add(List<Entry> entries) throws SQLException {
        try (PreparedStatement row = connection.prepareStatement(ROW)) {
            for (Entry entry : entries) {
                int label = label(Label.of(entry));
                row(row, entry, label);
                for (Step step : Step.values()) {
                    sums.computeIfAbsent(new Period(step, step.floor(entry.at()), label), period -> new Sums())
                            .add(entry);
                }
            }
            row.executeBatch();
        }
    }

    private static void row(PreparedStatement row, Entry entry, int label) throws SQLException {
        Size size = entry.size();
        long[] numbers = {
            entry.at(),
            label,
            entry.id(),
            entry.follows(),
            entry.kept() ? 1 : 0,
            size.answerTokens(),
            size.answerBytes(),
            size.originalTokens(),
            size.originalBytes(),
            size.items(),
            entry.micros(),
            entry.ownMicros(),
            entry.rollout().unit()
        };
        for (int i = 0; i < numbers.length; i++) {
            row.setLong(i + 1, numbers[i]);
        }
        row.setString(numbers.length + 1, entry.why());
        Counted counted = entry.counted();
        if (counted == null) {
            row.setNull(numbers.length + 2, Types.INTEGER);
        } else {
            row.setLong(numbers.length + 2, counted.answerTokens());
        }
        Instead instead = entry.rollout().instead();
        row.setString(
                numbers.length + 3, instead == null ? null : instead.outcome().word());
        row.setLong(numbers.length + 4, instead == null ? 0 : instead.tokens());
        row.setLong(numbers.length + 5, instead == null ? 0 : instead.bytes());
        row.setLong(numbers.length + 6, size.exact() ? 1 : 0);
        row.addBatch();
    }

    /** What was added is added to what is there already. */
    void finish() throws SQLException {
        try (PreparedStatement read = connection.prepareStatement(SUMS);
                PreparedStatement write = connection.prepareStatement(SUM)) {
            for (Map.Entry<Period, Sums> added : sums.entrySet()) {
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

    private int label(Label label) throws SQLException {
        Integer known = labels.get(label);
        if (known != null) {
            return known;
        }
        int id = found(label);
        if (id == 0) {
            Label allowed =
                    Database.number(connection, "SELECT count(*) FROM labels") < mostLabels ? label : label.bounded();
            try (PreparedStatement insert = connection.prepareStatement(LABEL)) {
                parts(insert, allowed);
                insert.executeUpdate();
            }
            id = found(allowed);
        }
        labels.put(label, id);
        return id;
    }

    private int found(Label label) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LABELLED)) {
            parts(select, label);
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? found.getInt(1) : 0;
            }
        }
    }

    private static void parts(PreparedStatement statement, Label label) throws SQLException {
        statement.setString(1, label.server());
        statement.setString(2, label.tool());
        statement.setString(3, label.endpoint());
        statement.setString(4, label.caller());
        statement.setString(5, label.client());
        statement.setString(6, label.era());
        statement.setString(7, label.style());
        statement.setString(8, label.outcome());
        statement.setString(9, label.arm());
    }
}
