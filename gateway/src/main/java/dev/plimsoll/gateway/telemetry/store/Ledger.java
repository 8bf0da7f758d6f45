package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import dev.plimsoll.gateway.telemetry.store.TelemetryRow.Position;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the database of the {@link TelemetryStore}. Thread-safe; only one query runs at a time. */
public final class Ledger implements AutoCloseable {

    private static final String SELECT_REQUESTS =
            "SELECT at, number, label, id, follows, kept, answer_tokens, answer_bytes,"
                    + " original_tokens, original_bytes, items, micros, own_micros, why, real_tokens, instead, instead_tokens,"
                    + " instead_bytes, exact, handles, handle_bytes, handle_tokens FROM requests WHERE label = ?"
                    + " AND at >= ? AND at < ? AND (at, number) < (?, ?)"
                    + " ORDER BY at DESC, number DESC LIMIT ?";

    private static final Set<String> COMPARED_ARMS = Set.of(Arm.PROTECTED.recordName(), Arm.CONTROL.recordName());

    private final Path data;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Connection connection;

    /** Creates a ledger for a data folder. The file is opened at the first use. */
    public Ledger(Path data) {
        this.data = data;
    }

    /**
     * Key of a sum.
     *
     * @param names the values of the dimensions, such as a server and a tool; empty for the total
     * @param startMillis start of the period, in milliseconds since 1970
     */
    public record Group(List<String> names, long startMillis) {

        public Group {
            names = List.copyOf(names);
        }
    }

    /**
     * Returns the newest requests, the newest first.
     *
     * @param after position of the last request of the previous page; null for the first page
     */
    public List<TelemetryRow> requests(RequestFilter requestFilter, @Nullable Position after, int limit)
            throws IOException {
        return runQuery(openConnection -> {
            Map<Integer, SumLabel> labels = readLabels(openConnection);
            List<TelemetryRow> rows = new ArrayList<>();
            labels.values()
                    .removeIf(sumLabel ->
                            sumLabel.outcome().equals(TelemetryEntry.LISTED) || !requestFilter.accepts(sumLabel));
            for (Integer label : labels.keySet()) {
                rows.addAll(findRows(openConnection, label, requestFilter, after, limit, labels));
            }
            rows.sort((first, second) -> first.position().compareTo(second.position()));
            return rows.size() > limit ? rows.subList(0, limit) : rows;
        });
    }

    private static List<TelemetryRow> findRows(
            Connection openConnection,
            int label,
            RequestFilter requestFilter,
            @Nullable Position after,
            int limit,
            Map<Integer, SumLabel> labels)
            throws SQLException {
        List<TelemetryRow> rows = new ArrayList<>();
        try (PreparedStatement select = openConnection.prepareStatement(SELECT_REQUESTS)) {
            select.setInt(1, label);
            select.setLong(2, requestFilter.from());
            select.setLong(3, after == null ? requestFilter.to() : Math.min(requestFilter.to(), after.atMillis() + 1));
            select.setLong(4, after == null ? Long.MAX_VALUE : after.atMillis());
            select.setLong(5, after == null ? Long.MAX_VALUE : after.number());
            select.setInt(6, limit);
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    SumLabel sumLabel = labels.get(found.getInt(3));
                    if (sumLabel != null) {
                        rows.add(readRow(found, sumLabel));
                    }
                }
            }
        }
        return rows;
    }

    private static TelemetryRow readRow(ResultSet found, SumLabel sumLabel) throws SQLException {
        long exactTokens = found.getLong(15);
        boolean isCounted = !found.wasNull();
        return new TelemetryRow(
                new Position(found.getLong(1), found.getLong(2)),
                sumLabel,
                found.getLong(4),
                found.getLong(5),
                found.getLong(6) != 0,
                new Size(
                        found.getLong(7),
                        found.getLong(8),
                        found.getLong(9),
                        found.getLong(10),
                        found.getLong(11),
                        found.getLong(19) != 0,
                        new ReplacedHandles(found.getLong(20), found.getLong(21), found.getLong(22))),
                found.getLong(12),
                found.getLong(13),
                found.getString(14),
                isCounted ? exactTokens : -1,
                readShadowAnswer(found));
    }

    private static @Nullable ShadowAnswer readShadowAnswer(ResultSet found) throws SQLException {
        String word = found.getString(16);
        OutcomeKind outcomeKind = word == null ? null : OutcomeKind.find(word);
        return outcomeKind == null ? null : new ShadowAnswer(outcomeKind, found.getLong(17), found.getLong(18));
    }

    /**
     * Returns sums by dimension and period. Because sums are stored by minutes, they include each minute that
     * overlaps the time range of {@code requestFilter}.
     *
     * @param dimensions dimensions that form groups; empty for one total
     * @param bucketMillis length of a period in milliseconds, a multiple of a minute; 0 for a single period
     */
    public Map<Group, RequestSums> sums(RequestFilter requestFilter, List<Dimension> dimensions, long bucketMillis)
            throws IOException {
        long from = SumStep.MINUTE.floor(requestFilter.from());
        long to = SumStep.MINUTE.ceiling(requestFilter.to());
        return runQuery(openConnection -> {
            Map<Integer, SumLabel> selectedLabels = readLabels(openConnection);
            selectedLabels.values().removeIf(sumLabel -> !requestFilter.accepts(sumLabel));
            Map<Group, RequestSums> sums = new HashMap<>();
            for (TimeSpan timeSpan : TimeSpan.split(from, to, longestStep(bucketMillis))) {
                addSums(
                        openConnection,
                        timeSpan,
                        selectedLabels,
                        sumLabel -> dimensions.stream().map(sumLabel::get).toList(),
                        at -> periodStart(at, from, bucketMillis),
                        sums);
            }
            return sums;
        });
    }

    /**
     * Passes the sums of each unit of the protected arm and the control arm to a consumer.
     *
     * @param isByTool whether each tool has separate sums
     */
    public void forEachUnit(RequestFilter requestFilter, boolean isByTool, Consumer<UnitSums> consumer)
            throws IOException {
        var _ = runQuery(openConnection -> {
            Map<Integer, SumLabel> selectedLabels = readLabels(openConnection);
            selectedLabels
                    .values()
                    .removeIf(sumLabel -> !COMPARED_ARMS.contains(sumLabel.arm()) || !requestFilter.accepts(sumLabel));
            UnitSumsQuery.forEachUnit(openConnection, selectedLabels.keySet(), requestFilter, isByTool, consumer);
            return true;
        });
    }

    /** Returns the longest step of stored sums that divides a period without a remainder. */
    private static SumStep longestStep(long bucketMillis) {
        SumStep longestStep = SumStep.MINUTE;
        for (SumStep sumStep : SumStep.values()) {
            longestStep = bucketMillis % sumStep.millis() == 0 ? sumStep : longestStep;
        }
        return longestStep;
    }

    private static long periodStart(long millis, long from, long bucketMillis) {
        return bucketMillis == 0 ? from : Math.floorDiv(millis, bucketMillis) * bucketMillis;
    }

    private interface GroupNames {
        List<String> namesOf(SumLabel sumLabel);
    }

    private interface PeriodStart {
        long startOf(long at);
    }

    private static void addSums(
            Connection openConnection,
            TimeSpan timeSpan,
            Map<Integer, SumLabel> selectedLabels,
            GroupNames groupNames,
            PeriodStart periodStart,
            Map<Group, RequestSums> sums)
            throws SQLException {
        try (PreparedStatement select = openConnection.prepareStatement(
                "SELECT at, label, counts FROM sums WHERE step = ? AND at >= ? AND at < ?")) {
            select.setInt(1, timeSpan.step().code());
            select.setLong(2, timeSpan.from());
            select.setLong(3, timeSpan.to());
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    SumLabel sumLabel = selectedLabels.get(found.getInt(2));
                    if (sumLabel != null) {
                        Group group = new Group(groupNames.namesOf(sumLabel), periodStart.startOf(found.getLong(1)));
                        sums.computeIfAbsent(group, key -> new RequestSums()).addPacked(found.getBytes(3));
                    }
                }
            }
        }
    }

    private static Map<Integer, SumLabel> readLabels(Connection openConnection) throws SQLException {
        Map<Integer, SumLabel> labels = new TreeMap<>();
        try (PreparedStatement select = openConnection.prepareStatement(
                        "SELECT id, server, tool, endpoint, caller, client, era, style, outcome, arm FROM labels");
                ResultSet found = select.executeQuery()) {
            while (found.next()) {
                labels.put(
                        found.getInt(1),
                        new SumLabel(
                                found.getString(2),
                                found.getString(3),
                                found.getString(4),
                                found.getString(5),
                                found.getString(6),
                                found.getString(7),
                                found.getString(8),
                                found.getString(9),
                                found.getString(10)));
            }
        }
        return labels;
    }

    private interface Query<T> {
        T run(Connection openConnection) throws SQLException;
    }

    private <T> T runQuery(Query<T> query) throws IOException {
        lock.lock();
        try {
            Connection openConnection = connection;
            if (openConnection == null) {
                openConnection = Database.openForReading(data);
                connection = openConnection;
            }
            return query.run(openConnection);
        } catch (SQLException e) {
            close();
            throw new IOException("the telemetry database: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (connection != null) {
                connection.close();
                connection = null;
            }
        } catch (SQLException e) {
            connection = null;
        } finally {
            lock.unlock();
        }
    }
}
