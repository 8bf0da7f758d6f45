package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.Entry;
import dev.plimsoll.gateway.telemetry.Entry.Size;
import dev.plimsoll.gateway.telemetry.store.Label.Dimension;
import dev.plimsoll.gateway.telemetry.store.Row.Place;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.telemetry.Rollout.Instead;
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

/** Reads what the {@link TelemetryStore} keeps. May be used by many threads, one at a time reads. */
public final class Ledger implements AutoCloseable {

    private static final String ROWS = "SELECT at, number, label, id, follows, kept, answer_tokens, answer_bytes,"
            + " original_tokens, original_bytes, items, micros, own_micros, why, real_tokens, instead, instead_tokens,"
            + " instead_bytes, exact FROM requests WHERE label = ?"
            + " AND at >= ? AND at < ? AND (at, number) < (?, ?)"
            + " ORDER BY at DESC, number DESC LIMIT ?";

    private static final Set<String> COMPARED = Set.of(Arm.PROTECTED.word(), Arm.CONTROL.word());

    private final Path data;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Connection connection;

    /** Of that data folder; the file is opened once somebody asks. */
    public Ledger(Path data) {
        this.data = data;
    }

    /**
     * What a sum is of.
     *
     * @param names of the server, tool …; none for all together
     * @param at the beginning of its time, in milliseconds since 1970
     */
    public record Group(List<String> names, long at) {

        public Group {
            names = List.copyOf(names);
        }
    }

    /** The newest requests, those behind {@code after} only where that is given. */
    public List<Row> requests(Filter filter, @Nullable Place after, int most) throws IOException {
        return reading(open -> {
            Map<Integer, Label> labels = labels(open);
            List<Row> rows = new ArrayList<>();
            labels.values().removeIf(label -> label.outcome().equals(Entry.LISTED) || !filter.accepts(label));
            for (Integer label : labels.keySet()) {
                rows(open, label, filter, after, most, labels, rows);
            }
            rows.sort((one, other) -> one.place().compareTo(other.place()));
            return rows.size() > most ? rows.subList(0, most) : rows;
        });
    }

    private static void rows(
            Connection open,
            int label,
            Filter filter,
            @Nullable Place after,
            int most,
            Map<Integer, Label> labels,
            List<Row> into)
            throws SQLException {
        try (PreparedStatement select = open.prepareStatement(ROWS)) {
            select.setInt(1, label);
            select.setLong(2, filter.from());
            select.setLong(3, after == null ? filter.to() : Math.min(filter.to(), after.at() + 1));
            select.setLong(4, after == null ? Long.MAX_VALUE : after.at());
            select.setLong(5, after == null ? Long.MAX_VALUE : after.number());
            select.setInt(6, most);
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    Label of = labels.get(found.getInt(3));
                    if (of != null) {
                        into.add(row(found, of));
                    }
                }
            }
        }
    }

    private static Row row(ResultSet found, Label label) throws SQLException {
        long real = found.getLong(15);
        boolean counted = !found.wasNull();
        return new Row(
                new Place(found.getLong(1), found.getLong(2)),
                label,
                found.getLong(4),
                found.getLong(5),
                found.getLong(6) != 0,
                new Size(
                        found.getLong(7),
                        found.getLong(8),
                        found.getLong(9),
                        found.getLong(10),
                        found.getLong(11),
                        found.getLong(19) != 0),
                found.getLong(12),
                found.getLong(13),
                found.getString(14),
                counted ? real : -1,
                instead(found));
    }

    private static @Nullable Instead instead(ResultSet found) throws SQLException {
        String word = found.getString(16);
        Outcome outcome = word == null ? null : Outcome.of(word);
        return outcome == null ? null : new Instead(outcome, found.getLong(17), found.getLong(18));
    }

    /**
     * Sums of the minutes that {@code filter} begins and ends in, by what and by time.
     *
     * @param by what sums are told apart by; empty for all together
     * @param bucket the length of a time, in whole minutes; 0 for one time
     */
    public Map<Group, Sums> sums(Filter filter, List<Dimension> by, long bucket) throws IOException {
        long from = Step.MINUTE.floor(filter.from());
        long to = Step.MINUTE.ceiling(filter.to());
        return reading(open -> {
            Map<Integer, Label> wanted = labels(open);
            wanted.values().removeIf(label -> !filter.accepts(label));
            Map<Group, Sums> sums = new HashMap<>();
            for (Stretch stretch : Stretch.covering(from, to, longest(bucket))) {
                add(
                        open,
                        stretch,
                        wanted,
                        label -> by.stream().map(label::get).toList(),
                        at -> begin(at, from, bucket),
                        sums);
            }
            return sums;
        });
    }

    /**
     * Tells of each unit of the two arms that are compared.
     *
     * @param byTool whether tools are told apart
     */
    public void shares(Filter filter, boolean byTool, Consumer<Share> telling) throws IOException {
        var _ = reading(open -> {
            Map<Integer, Label> wanted = labels(open);
            wanted.values().removeIf(label -> !COMPARED.contains(label.arm()) || !filter.accepts(label));
            Shares.of(open, wanted.keySet(), filter, byTool, telling);
            return true;
        });
    }

    private static Step longest(long bucket) {
        Step longest = Step.MINUTE;
        for (Step step : Step.values()) {
            longest = bucket % step.millis() == 0 ? step : longest;
        }
        return longest;
    }

    private static long begin(long at, long from, long bucket) {
        return bucket == 0 ? from : Math.floorDiv(at, bucket) * bucket;
    }

    private interface Naming {
        List<String> of(Label label);
    }

    private interface Timing {
        long of(long at);
    }

    private static void add(
            Connection open,
            Stretch stretch,
            Map<Integer, Label> wanted,
            Naming naming,
            Timing timing,
            Map<Group, Sums> into)
            throws SQLException {
        try (PreparedStatement select =
                open.prepareStatement("SELECT at, label, counts FROM sums WHERE step = ? AND at >= ? AND at < ?")) {
            select.setInt(1, stretch.step().code());
            select.setLong(2, stretch.from());
            select.setLong(3, stretch.to());
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    Label label = wanted.get(found.getInt(2));
                    if (label != null) {
                        Group group = new Group(naming.of(label), timing.of(found.getLong(1)));
                        into.computeIfAbsent(group, key -> new Sums()).addPacked(found.getBytes(3));
                    }
                }
            }
        }
    }

    private static Map<Integer, Label> labels(Connection open) throws SQLException {
        Map<Integer, Label> labels = new TreeMap<>();
        try (PreparedStatement select = open.prepareStatement(
                        "SELECT id, server, tool, endpoint, caller, client, era, style, outcome, arm FROM labels");
                ResultSet found = select.executeQuery()) {
            while (found.next()) {
                labels.put(
                        found.getInt(1),
                        new Label(
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
        T run(Connection open) throws SQLException;
    }

    private <T> T reading(Query<T> query) throws IOException {
        lock.lock();
        try {
            Connection open = connection;
            if (open == null) {
                open = Database.read(data);
                connection = open;
            }
            return query.run(open);
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
