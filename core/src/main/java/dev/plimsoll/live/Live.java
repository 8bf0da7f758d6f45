package dev.plimsoll.live;

import dev.plimsoll.json.Slice;
import dev.plimsoll.live.Asked.Form;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.shape.Rows.Sought;
import dev.plimsoll.source.Count;
import dev.plimsoll.source.From;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.Row;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.view.Mode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A source that is read on from: all its rows, and those of them that were asked for. */
public final class Live {

    /** Searches and queries that a source is open for at a time, each a source of its own. */
    private static final int MOST_NARROWED = 8;

    private final PageSource source;
    private final Function<@Nullable Object, Slice> json;
    private final Keeping keeping;
    private final LongSupplier clock;
    private final Turn turn = new Turn(this::finish);
    private final Map<String, LiveRows> narrowed = new LinkedHashMap<>(16, 0.75f, true);
    private final LiveRows rows;
    private volatile @Nullable SnapshotId whole;

    Live(PageSource source, Function<@Nullable Object, Slice> json, Keeping keeping, LongSupplier clock) {
        this.source = source;
        this.json = json;
        this.keeping = keeping;
        this.clock = clock;
        this.rows = new LiveRows(source, new Fetching(source, json), keeping, turn, this::sought, clock);
    }

    public LiveRows rows() {
        return rows;
    }

    /** All rows, where the first fetch has brought them; null where there are more, or the source has said other things. */
    public @Nullable Slice whole() {
        return rows.isShort() ? rows.beginning() : null;
    }

    /** The first rows. */
    public Slice beginning() {
        return rows.beginning();
    }

    /** All rows, for a request that has to see each; refused beyond the limits of the source. */
    public Slice all(String what) {
        return rows.all(what);
    }

    /** Where all rows are kept since somebody needed them; null before. */
    public @Nullable SnapshotId kept() {
        return whole;
    }

    public void keptAt(SnapshotId id) {
        whole = id;
    }

    /** The rows that a search or query asks for; null where the source cannot tell. */
    public @Nullable Sought sought(Mode mode, String what) {
        if (mode == Mode.FIND) {
            Asked asked = Asked.find(what, source.filters());
            return asked == null ? null : found(what, asked);
        }
        Asked asked = mode == Mode.QUERY ? Asked.query(what) : null;
        if (asked == null || !known(asked)) {
            return null;
        }
        LiveRows given = open("query " + what, asked);
        return given == null ? null : new Sought(given, asked.form() == Form.ARRAY);
    }

    private boolean known(Asked asked) {
        return asked.all().stream().allMatch(each -> source.filters().contains(each.field()));
    }

    private Sought found(String what, Asked asked) {
        LiveRows given = open("find " + what, asked);
        LiveRows found = given != null ? given : open("find " + what, asked.exactly());
        if (found == null) {
            String field = asked.all().get(0).field();
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "the source cannot look for that in " + field,
                            "a value of its kind, or a query: .[] | select(." + field + " == VALUE)")
                    .detail("argument", "find");
        }
        return new Sought(found, false);
    }

    private @Nullable LiveRows open(String name, Asked asked) {
        return turn.take(() -> Optional.ofNullable(opened(name, asked))).orElse(null);
    }

    private @Nullable LiveRows opened(String name, Asked asked) {
        LiveRows before = narrowed.get(name);
        if (before != null) {
            return before;
        }
        PageSource given = given(asked);
        if (given == null) {
            return null;
        }
        LiveRows opened = new LiveRows(given, new Fetching(given, json), keeping, turn, (mode, what) -> null, clock);
        narrowed.put(name, opened);
        if (narrowed.size() > MOST_NARROWED) {
            var oldest = narrowed.values().iterator();
            LiveRows gone = oldest.next();
            oldest.remove();
            gone.close();
        }
        return opened;
    }

    private @Nullable PageSource given(Asked asked) {
        if (asked.all().isEmpty()) {
            return rows.exact() ? new Counted(rows.total(), json) : null;
        }
        PageSource some = narrowed(asked);
        if (some == null || asked.form() != Form.COUNT) {
            return some;
        }
        Fetching fetching = new Fetching(some, json);
        int first = fetching.fetch(From.START).rows().size();
        Count count = fetching.count();
        boolean all = first < some.fetchSize();
        if (!all && !count.exact()) {
            return null;
        }
        return new Counted(all ? first : count.rows(), json);
    }

    /** Refused like any other failure when the source throws; null is an answer here. */
    private @Nullable PageSource narrowed(Asked asked) {
        return Fetching.asked(() -> Optional.ofNullable(source.where(asked.all())))
                .orElse(null);
    }

    /** Ends it; it cannot be read from then on. */
    void close() {
        turn.end();
    }

    private void finish() {
        narrowed.values().forEach(LiveRows::close);
        narrowed.clear();
        rows.close();
    }

    /** How many rows there are, as the one row of a source. */
    private record Counted(long rows, Function<@Nullable Object, Slice> json) implements PageSource {

        @Override
        public Count count() {
            return Count.exactly(1);
        }

        @Override
        public List<Row> fetch(From from, int most) {
            return from.offset() == 0 ? List.of(Row.of(rows)) : List.of();
        }

        @Override
        public String order() {
            return "";
        }
    }
}
