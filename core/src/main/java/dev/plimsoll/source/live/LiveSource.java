package dev.plimsoll.source.live;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.shape.LazyRows.Selection;
import dev.plimsoll.source.FetchPosition;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCount;
import dev.plimsoll.source.SourceRow;
import dev.plimsoll.source.live.SourceFilter.Form;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.view.Mode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Source that stays open for follow-up reads, with its rows, and with the subsets that searches and queries have
 * selected.
 */
public final class LiveSource {

    /** Maximum number of open subsets of a source. Each subset is a source itself. */
    private static final int MAX_SUBSETS = 8;

    private final PageSource source;
    private final Function<@Nullable Object, Slice> toJson;
    private final RowCache rowCache;
    private final LongSupplier clock;
    private final SerialAccess serialAccess = new SerialAccess(this::closeAll);
    private final Map<String, LiveRows> subsets = new LinkedHashMap<>(16, 0.75f, true);
    private final LiveRows rows;
    private volatile @Nullable SnapshotId completeSnapshot;

    LiveSource(PageSource source, Function<@Nullable Object, Slice> toJson, RowCache rowCache, LongSupplier clock) {
        this.source = source;
        this.toJson = toJson;
        this.rowCache = rowCache;
        this.clock = clock;
        this.rows = new LiveRows(source, new SourceReader(source, toJson), rowCache, serialAccess, this::select, clock);
    }

    public LiveRows rows() {
        return rows;
    }

    /**
     * Returns all rows if the first fetch returned all; null if there are more rows, or the source contradicted
     * itself.
     */
    public @Nullable Slice findCompleteRows() {
        return rows.hasOneChunk() ? rows.firstRows() : null;
    }

    /** Returns the first rows. */
    public Slice firstRows() {
        return rows.firstRows();
    }

    /**
     * Returns all rows as one JSON array, for a request that needs every row. Throws {@link RefusedException} if they
     * exceed the limits of the source.
     */
    public Slice allRows(String argument) {
        return rows.allRows(argument);
    }

    /** Returns the snapshot of all rows; null if no request has needed them yet. */
    public @Nullable SnapshotId completeSnapshot() {
        return completeSnapshot;
    }

    public void setCompleteSnapshot(SnapshotId id) {
        completeSnapshot = id;
    }

    /**
     * Returns the rows that a search or query selects; null if the source cannot select them.
     *
     * @param searchOrQuery the search text, or the query if the mode is {@link Mode#QUERY}
     */
    public @Nullable Selection select(Mode mode, String searchOrQuery) {
        if (mode == Mode.FIND) {
            SourceFilter sourceFilter = SourceFilter.parseFind(searchOrQuery, source.filters());
            return sourceFilter == null ? null : search(searchOrQuery, sourceFilter);
        }
        SourceFilter sourceFilter = mode == Mode.QUERY ? SourceFilter.parseQuery(searchOrQuery) : null;
        if (sourceFilter == null || !canFilter(sourceFilter)) {
            return null;
        }
        LiveRows subset = openSubset("query " + searchOrQuery, sourceFilter);
        return subset == null ? null : new Selection(subset, sourceFilter.form() == Form.ARRAY);
    }

    private boolean canFilter(SourceFilter sourceFilter) {
        return sourceFilter.conditions().stream()
                .allMatch(each -> source.filters().contains(each.field()));
    }

    private Selection search(String searchOrQuery, SourceFilter sourceFilter) {
        LiveRows subset = openSubset("find " + searchOrQuery, sourceFilter);
        LiveRows found = subset != null ? subset : openSubset("find " + searchOrQuery, sourceFilter.asEquality());
        if (found == null) {
            String field = sourceFilter.conditions().get(0).field();
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "the source cannot search for that in " + field,
                            "a value of the field's type, or a query: .[] | select(." + field + " == VALUE)")
                    .detail("argument", "find");
        }
        return new Selection(found, false);
    }

    private @Nullable LiveRows openSubset(String name, SourceFilter sourceFilter) {
        return serialAccess
                .run(() -> Optional.ofNullable(findOrOpenSubset(name, sourceFilter)))
                .orElse(null);
    }

    private @Nullable LiveRows findOrOpenSubset(String name, SourceFilter sourceFilter) {
        LiveRows existing = subsets.get(name);
        if (existing != null) {
            return existing;
        }
        PageSource subset = subsetSource(sourceFilter);
        if (subset == null) {
            return null;
        }
        LiveRows opened = new LiveRows(
                subset, new SourceReader(subset, toJson), rowCache, serialAccess, (mode, searchOrQuery) -> null, clock);
        subsets.put(name, opened);
        if (subsets.size() > MAX_SUBSETS) {
            var oldest = subsets.values().iterator();
            LiveRows evicted = oldest.next();
            oldest.remove();
            evicted.close();
        }
        return opened;
    }

    private @Nullable PageSource subsetSource(SourceFilter sourceFilter) {
        if (sourceFilter.conditions().isEmpty()) {
            return rows.isTotalExact() ? new CountSource(rows.total()) : null;
        }
        PageSource filtered = filteredSource(sourceFilter);
        if (filtered == null || sourceFilter.form() != Form.COUNT) {
            return filtered;
        }
        SourceReader sourceReader = new SourceReader(filtered, toJson);
        int fetchSize = Math.max(1, filtered.fetchSize());
        int fetchedCount =
                sourceReader.fetch(FetchPosition.START, fetchSize).rows().size();
        SourceCount sourceCount = sourceReader.count();
        boolean hasAllRows = fetchedCount < fetchSize;
        if (!hasAllRows && !sourceCount.isExact()) {
            return null;
        }
        return new CountSource(hasAllRows ? fetchedCount : sourceCount.rows());
    }

    /**
     * Returns a subset of the source, or null if it cannot select it. An exception of the source becomes a
     * {@link RefusedException}.
     */
    private @Nullable PageSource filteredSource(SourceFilter sourceFilter) {
        return SourceReader.callSource(() -> Optional.ofNullable(source.where(sourceFilter.conditions())))
                .orElse(null);
    }

    /** Closes the source; it cannot be read afterward. */
    void close() {
        serialAccess.close();
    }

    private void closeAll() {
        subsets.values().forEach(LiveRows::close);
        subsets.clear();
        rows.close();
    }

    /** Source with one row: the number of rows of another source. */
    private record CountSource(long rows) implements PageSource {

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
