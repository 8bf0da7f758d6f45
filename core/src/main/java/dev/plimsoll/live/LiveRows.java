package dev.plimsoll.live;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.source.FetchPosition;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCount;
import dev.plimsoll.view.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one source, fetched from front to back in chunks of one size. A row never changes once it was returned: if
 * its chunk was evicted, it is fetched again, and refused if the source now returns another row.
 */
public final class LiveRows implements LazyRows {

    private final PageSource source;
    private final SourceReader sourceReader;
    private final RowCache rowCache;
    private final SerialAccess serialAccess;
    private final RowFetcher rowFetcher;
    private final SourceConsistency sourceConsistency;
    private final FetchMeter fetchMeter;
    private final int size;
    private final List<FetchedRows> chunks = new ArrayList<>();
    private final long bytes;
    private @Nullable Object last;
    private SourceCount first = SourceCount.unknown();
    private SourceCount said = SourceCount.unknown();
    private long come;
    private long comeBytes;
    private long touched;
    private boolean ended;

    /** Creates the rows of a source and fetches the first ones. */
    LiveRows(
            PageSource source,
            SourceReader sourceReader,
            RowCache rowCache,
            SerialAccess serialAccess,
            RowFetcher rowFetcher,
            LongSupplier clock) {
        this.source = source;
        this.sourceReader = sourceReader;
        this.rowCache = rowCache;
        this.serialAccess = serialAccess;
        this.rowFetcher = rowFetcher;
        this.sourceConsistency = new SourceConsistency(source);
        this.fetchMeter = new FetchMeter(source.walk(), clock);
        this.size = Math.max(1, source.fetchSize());
        fetchNext();
        first = sourceReader.count();
        said = first;
        sourceConsistency.holds(said, come, ended);
        if (!ended && said.rows() <= come) {
            fetchNext();
        }
        long estimated = source.estimatedBytes();
        bytes = estimated >= 0 ? estimated : 2 + (come == 0 ? 0 : comeBytes / come + 1) * Math.max(total(), come);
    }

    /** Begins a new request, with the full limits of one request. */
    public void begin() {
        serialAccess.take(fetchMeter::begin);
    }

    /** Returns whether the first rows are all rows, and the source agrees. */
    boolean isShort() {
        return serialAccess.take(
                () -> ended && come <= size && sourceConsistency.faults().isEmpty());
    }

    /** Returns the first rows as one JSON array. */
    Slice beginning() {
        ByteSink out = new ByteSink(1024).ascii("[");
        for (int i = 0; i < size && has(i); i++) {
            out.ascii(i == 0 ? "" : ",").raw(at(i));
        }
        return out.ascii("]").slice();
    }

    /** Returns all rows as one JSON array; throws {@link RefusedException} beyond the source's limits. */
    Slice all(String what) {
        int maxBytes = source.walk().bytes();
        ByteSink out = new ByteSink(4096).ascii("[");
        if (!walkable()) {
            throw fetchMeter.tooFar(what, total(), source.filters());
        }
        try {
            for (int i = 0; has(i); i++) {
                Slice row = at(i);
                if ((long) out.size() + row.length() > maxBytes
                        || i >= source.walk().rows()) {
                    throw fetchMeter.tooFar(what, total(), source.filters());
                }
                out.ascii(i == 0 ? "" : ",").raw(row);
            }
        } catch (RefusedException refused) {
            throw refused.code() == ErrorCode.QUERY_LIMIT
                    ? fetchMeter.tooFar(what, total(), source.filters())
                    : refused;
        }
        return out.ascii("]").slice();
    }

    /**
     * Prefetches this many rows after the last one that was read. Failures are ignored, because a caller that needs the
     * rows gets the same error.
     */
    void fetchAhead(int rows) {
        try {
            boolean more = true;
            while (more) {
                // one lock per chunk, so that readers can run in between
                more = serialAccess.take(() -> ahead(rows));
            }
        } catch (RefusedException e) {
            // a caller that needs these rows gets the error
        }
    }

    private boolean ahead(int count) {
        boolean more = !ended && come < touched + count;
        if (more) {
            fetchNext();
        }
        return more;
    }

    /** Returns the milliseconds that the source took for this request. */
    public long millis() {
        return serialAccess.take(fetchMeter::millis);
    }

    /** Closes the source; the caller must have serial access. */
    void close() {
        ended = true;
        come = 0;
        rowCache.drop(chunks);
        chunks.clear();
        try {
            source.close();
        } catch (RuntimeException e) {
            // the rows are closed in any case
        }
    }

    PageSource source() {
        return source;
    }

    @Override
    public long total() {
        return serialAccess.take(() -> ended ? come : said.rows());
    }

    @Override
    public boolean exact() {
        return serialAccess.take(() -> ended || (said.exact() && come <= said.rows()));
    }

    @Override
    public boolean has(int index) {
        return serialAccess.take(() -> comesTo(index));
    }

    @Override
    public Slice at(int index) {
        return serialAccess.take(() -> row(index));
    }

    private boolean comesTo(int index) {
        while (index >= come && !ended) {
            fetchMeter.step(size);
            fetchNext();
        }
        return index < come;
    }

    private Slice row(int index) {
        if (!comesTo(index)) {
            throw new IndexOutOfBoundsException("no row " + index);
        }
        touched = Math.max(touched, index + 1L);
        FetchedRows fetchedRows = chunks.get(index / size);
        List<Slice> rows = rowCache.rows(fetchedRows);
        return (rows == null ? again(index / size, fetchedRows) : rows).get(index % size);
    }

    private List<Slice> again(int number, FetchedRows fetchedRows) {
        fetchMeter.step(size);
        SourceReader.Fetched fetched = timed(new FetchPosition((long) number * size, fetchedRows.behind()));
        if (!rowCache.refill(fetchedRows, fetched.print(), fetched.rows())) {
            throw new RefusedException(
                    ErrorCode.CURSOR_EXPIRED,
                    "these items are no longer in memory, and their source now returns others",
                    "call the tool again without a cursor");
        }
        rowCache.hold(fetchedRows);
        return fetched.rows();
    }

    private void fetchNext() {
        SourceReader.Fetched fetched = timed(new FetchPosition(come, last));
        if (!chunks.isEmpty() && source.byOffset()) {
            said = sourceReader.count();
            sourceConsistency.counts(first, said);
        }
        fetched.keys().forEach(sourceConsistency::see);
        int count = fetched.rows().size();
        if (count > 0) {
            FetchedRows fetchedRows =
                    new FetchedRows(last, fetched.print(), fetched.array().length(), fetched.rows());
            chunks.add(fetchedRows);
            rowCache.hold(fetchedRows);
            last = fetched.keys().get(count - 1);
        }
        come += count;
        comeBytes += fetched.array().length();
        ended = count < size;
        sourceConsistency.holds(said, come, ended);
    }

    private SourceReader.Fetched timed(FetchPosition fetchPosition) {
        return fetchMeter.timed(() -> sourceReader.fetch(fetchPosition, size));
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public int sample() {
        return size;
    }

    @Override
    public String order() {
        return source.order();
    }

    @Override
    public List<String> filters() {
        return source.filters();
    }

    @Override
    public boolean walkable() {
        return total() <= source.walk().rows() && bytes <= source.walk().bytes();
    }

    @Override
    public String faults() {
        return serialAccess.take(sourceConsistency::faults);
    }

    @Override
    public String allFaults() {
        return SourceConsistency.ALL;
    }

    @Override
    public @Nullable Sought sought(Mode mode, String what) {
        return rowFetcher.sought(mode, what);
    }
}
