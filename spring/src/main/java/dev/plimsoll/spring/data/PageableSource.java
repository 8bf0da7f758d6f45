package dev.plimsoll.spring.data;

import dev.plimsoll.source.FetchPosition;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCondition;
import dev.plimsoll.source.SourceCount;
import dev.plimsoll.source.SourceRow;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;

/**
 * Source of the rows of a Spring Data repository, or of any query that takes a {@link Pageable}: {@code PageableSource.of(repository::findAll, Order::id)}. It fetches rows by offset. The default order is {@code createdAt}
 * descending, then {@code id} descending; {@link #sorted} changes it. The order must be total: no two rows may have equal sort keys. Rows
 * are counted if the query returns {@link Page}s, but not if it returns slices.
 */
public final class PageableSource<T> implements PageSource {

    private static final Sort NEWEST_FIRST = Sort.by(Sort.Direction.DESC, "createdAt", "id");

    private final Query<T> query;
    private final List<String> filters;
    private final @Nullable Function<List<SourceCondition>, Function<Pageable, ? extends Slice<T>>> filteredQuery;
    private SourceCount sourceCount = SourceCount.unknown();

    /** Query with its row ID, order, and fetch size. */
    private record Query<T>(
            Function<Pageable, ? extends Slice<T>> pages, Function<? super T, ?> id, Sort sort, int fetchSize) {}

    private PageableSource(
            Query<T> query,
            List<String> filters,
            @Nullable Function<List<SourceCondition>, Function<Pageable, ? extends Slice<T>>> filteredQuery) {
        this.query = query;
        this.filters = List.copyOf(filters);
        this.filteredQuery = filteredQuery;
    }

    /**
     * Creates a source from a query.
     *
     * @param id returns the unique ID of a row
     */
    public static <T> PageableSource<T> of(Function<Pageable, ? extends Slice<T>> pages, Function<? super T, ?> id) {
        Objects.requireNonNull(pages, "pages");
        Objects.requireNonNull(id, "id");
        return new PageableSource<>(new Query<>(pages, id, NEWEST_FIRST, DEFAULT_FETCH_SIZE), List.of(), null);
    }

    /** Creates a copy with the given order. */
    public PageableSource<T> sorted(Sort sort) {
        if (sort.isUnsorted()) {
            throw new IllegalArgumentException("sort: must be a stable order, such as by createdAt and id, got none");
        }
        return new PageableSource<>(new Query<>(query.pages, query.id, sort, query.fetchSize), filters, filteredQuery);
    }

    /** Creates a copy that fetches the given number of rows at a time, from 1 to 10,000. */
    public PageableSource<T> withFetchSize(int rows) {
        if (rows < 1 || rows > 10_000) {
            throw new IllegalArgumentException("rows: must be from 1 to 10000, got " + rows);
        }
        return new PageableSource<>(new Query<>(query.pages, query.id, query.sort, rows), filters, filteredQuery);
    }

    /** Creates a copy that callers can filter by these fields.
     *
     * @param filteredQuery returns the query for the rows that meet all conditions
     */
    public PageableSource<T> filtered(
            List<String> fields,
            Function<List<SourceCondition>, Function<Pageable, ? extends Slice<T>>> filteredQuery) {
        return new PageableSource<>(query, fields, Objects.requireNonNull(filteredQuery, "filteredQuery"));
    }

    @Override
    public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
        Slice<T> slice = query.pages.apply(
                PageRequest.of(Math.toIntExact(fetchPosition.offset() / maxRows), maxRows, query.sort));
        sourceCount =
                slice instanceof Page<T> page ? SourceCount.exactly(page.getTotalElements()) : SourceCount.unknown();
        return slice.getContent().stream()
                .map(row -> new SourceRow(row, query.id.apply(row)))
                .toList();
    }

    @Override
    public SourceCount count() {
        return sourceCount;
    }

    @Override
    public String order() {
        return query.sort.stream()
                .map(order -> order.getProperty() + (order.isAscending() ? " ascending" : " descending"))
                .collect(Collectors.joining(", "));
    }

    @Override
    public int fetchSize() {
        return query.fetchSize;
    }

    @Override
    public List<String> filters() {
        return filters;
    }

    @Override
    public @Nullable PageSource where(List<SourceCondition> conditions) {
        if (filteredQuery == null) {
            return null;
        }
        Query<T> filtered = new Query<>(filteredQuery.apply(conditions), query.id, query.sort, query.fetchSize);
        return new PageableSource<>(filtered, List.of(), null);
    }
}
