package dev.plimsoll.live;

import dev.plimsoll.json.Slice;
import dev.plimsoll.live.SourceFilter.Form;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.shape.LazyRows.Sought;
import dev.plimsoll.source.FetchPosition;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCount;
import dev.plimsoll.source.SourceRow;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.view.Mode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Source that stays open for follow-up reads: all its rows, and the subsets for searches and queries. */
public final class LiveSource {

    /** Maximum number of open searches and queries per source; each has its own source. */
    private static final int MOST_NARROWED = 8;

    private final PageSource source;
    private final Function<@Nullable Object, Slice> json;
    private final RowCache rowCache;
    private final LongSupplier clock;
    private final SerialAccess serialAccess = new SerialAccess(this::finish);
    private final Map<String, LiveRows> narrowed = new LinkedHashMap<>(16, 0.75f, true);
    private final LiveRows rows;
    private volatile @Nullable SnapshotId whole;

    LiveSource(PageSource source, Function<@Nullable Object, Slice> json, RowCache rowCache, LongSupplier clock) {
        this.source = source;
        this.json = json;
        this.rowCache = rowCache;
        this.clock = clock;
        this.rows = new LiveRows(source, new SourceReader(source, json), rowCache, serialAccess, this::sought, clock);
    }

    public LiveRows rows() {
        return rows;
    }

    /** Returns all rows if the first fetch returned them; null if there are more, or the source contradicted itself. */
    public @Nullable Slice whole() {
        return rows.isShort() ? rows.beginning() : null;
    }

    /** Returns the first rows. */
    public Slice beginning() {
        return rows.beginning();
    }

    /** Returns all rows, for a request that needs each; throws {@link RefusedException} beyond the source's limits. */
    public Slice all(String what) {
        return rows.all(what);
    }

    /** Returns the snapshot of all rows; null if no request has needed them yet. */
    public @Nullable SnapshotId kept() {
        return whole;
    }

    public void keptAt(SnapshotId id) {
        whole = id;
    }

    /** Returns the rows that a search or query selects; null if the source cannot select them. */
    public @Nullable Sought sought(Mode mode, String what) {
        if (mode == Mode.FIND) {
            SourceFilter sourceFilter = SourceFilter.find(what, source.filters());
            return sourceFilter == null ? null : found(what, sourceFilter);
        }
        SourceFilter sourceFilter = mode == Mode.QUERY ? SourceFilter.query(what) : null;
        if (sourceFilter == null || !known(sourceFilter)) {
            return null;
        }
        LiveRows subset = open("query " + what, sourceFilter);
        return subset == null ? null : new Sought(subset, sourceFilter.form() == Form.ARRAY);
    }

    private boolean known(SourceFilter sourceFilter) {
        return sourceFilter.all().stream().allMatch(each -> source.filters().contains(each.field()));
    }

    private Sought found(String what, SourceFilter sourceFilter) {
        LiveRows subset = open("find " + what, sourceFilter);
        LiveRows found = subset != null ? subset : open("find " + what, sourceFilter.exactly());
        if (found == null) {
            String field = sourceFilter.all().get(0).field();
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "the source cannot search for that in " + field,
                            "a value of the field's type, or a query: .[] | select(." + field + " == VALUE)")
                    .detail("argument", "find");
        }
        return new Sought(found, false);
    }

    private @Nullable LiveRows open(String name, SourceFilter sourceFilter) {
        return serialAccess
                .take(() -> Optional.ofNullable(opened(name, sourceFilter)))
                .orElse(null);
    }

    private @Nullable LiveRows opened(String name, SourceFilter sourceFilter) {
        LiveRows existing = narrowed.get(name);
        if (existing != null) {
            return existing;
        }
        PageSource subset = given(sourceFilter);
        if (subset == null) {
            return null;
        }
        LiveRows opened =
                new LiveRows(subset, new SourceReader(subset, json), rowCache, serialAccess, (mode, what) -> null, clock);
        narrowed.put(name, opened);
        if (narrowed.size() > MOST_NARROWED) {
            var oldest = narrowed.values().iterator();
            LiveRows evicted = oldest.next();
            oldest.remove();
            evicted.close();
        }
        return opened;
    }

    private @Nullable PageSource given(SourceFilter sourceFilter) {
        if (sourceFilter.all().isEmpty()) {
            return rows.exact() ? new Counted(rows.total()) : null;
        }
        PageSource filtered = narrowed(sourceFilter);
        if (filtered == null || sourceFilter.form() != Form.COUNT) {
            return filtered;
        }
        SourceReader sourceReader = new SourceReader(filtered, json);
        int fetchSize = Math.max(1, filtered.fetchSize());
        int fetchedCount = sourceReader.fetch(FetchPosition.START, fetchSize).rows().size();
        SourceCount sourceCount = sourceReader.count();
        boolean all = fetchedCount < fetchSize;
        if (!all && !sourceCount.exact()) {
            return null;
        }
        return new Counted(all ? fetchedCount : sourceCount.rows());
    }

    /**
     * Returns a subset of the source, or null if it cannot select it. An exception of the source becomes a
     * {@link RefusedException}.
     */
    private @Nullable PageSource narrowed(SourceFilter sourceFilter) {
        return SourceReader.asked(() -> Optional.ofNullable(source.where(sourceFilter.all())))
                .orElse(null);
    }

    /** Closes the source; it cannot be read afterward. */
    void close() {
        serialAccess.end();
    }

    private void finish() {
        narrowed.values().forEach(LiveRows::close);
        narrowed.clear();
        rows.close();
    }

    /** Number of rows, as a source with one row. */
    private record Counted(long rows) implements PageSource {

        @Override
        public SourceCount count() {
            return SourceCount.exactly(1);
        }

        @Override
        public List<SourceRow> fetch(FetchPosition fetchPosition, int fetchSize) {
            return fetchPosition.offset() == 0 ? List.of(SourceRow.of(rows)) : List.of();
        }

        @Override
        public String order() {
            return "";
        }
    }
}
