package dev.plimsoll.source.live;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.source.FetchPosition;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCount;
import dev.plimsoll.view.Mode;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one source, fetched from front to back in chunks of one size. A row never changes once it was
 * returned: an evicted chunk is fetched again, and the request is refused if the source now returns other
 * rows.
 */
public final class LiveRows implements LazyRows {

    private final PageSource source;
    private final SourceReader sourceReader;
    private final SerialAccess serialAccess;
    private final RowSelector rowSelector;
    private final SourceConsistency sourceConsistency;
    private final FetchMeter fetchMeter;
    private final int chunkSize;
    private final FetchedChunks fetchedChunks;
    private final long bytes;
    private SourceCount latestCount = SourceCount.unknown();
    private long readCount;
    private boolean isComplete;

    /** Creates the rows of a source and fetches the first ones. */
    LiveRows(
            PageSource source,
            SourceReader sourceReader,
            RowCache rowCache,
            SerialAccess serialAccess,
            RowSelector rowSelector,
            LongSupplier clock) {
        this.source = source;
        this.sourceReader = sourceReader;
        this.serialAccess = serialAccess;
        this.rowSelector = rowSelector;
        this.sourceConsistency = new SourceConsistency(source);
        this.fetchMeter = new FetchMeter(source.fullReadLimits(), clock);
        this.chunkSize = Math.max(1, source.fetchSize());
        this.fetchedChunks = new FetchedChunks(rowCache, chunkSize);
        fetchNext();
        latestCount = sourceReader.count();
        sourceConsistency.compareWithFirstCount(latestCount);
        sourceConsistency.compareWithFetchedRows(latestCount, fetchedChunks.rowCount(), isComplete);
        if (!isComplete && latestCount.rows() <= fetchedChunks.rowCount()) {
            fetchNext();
        }
        long reportedBytes = source.estimatedBytes();
        bytes = reportedBytes >= 0
                ? reportedBytes
                : 2 + fetchedChunks.bytesPerRow() * Math.max(total(), fetchedChunks.rowCount());
    }

    /** Starts a new request: the rows and the time of earlier requests no longer count against the limits. */
    public void startRequest() {
        serialAccess.run(fetchMeter::startRequest);
    }

    /** Returns whether the first fetch returned all rows, and the count of the source does not contradict that. */
    boolean hasOneChunk() {
        return serialAccess.run(() -> isComplete
                && fetchedChunks.rowCount() <= chunkSize
                && sourceConsistency.faults().isEmpty());
    }

    /** Returns the first rows as one JSON array. */
    Slice firstRows() {
        JsonWriter json = new JsonWriter(1024).beginArray();
        for (int i = 0; i < chunkSize && has(i); i++) {
            json.raw(at(i));
        }
        return json.endArray().slice();
    }

    /**
     * Returns all rows as one JSON array. Throws {@link RefusedException} if they exceed the limits of the
     * source.
     *
     * @param argument name of the argument that needs all rows, for the message
     */
    Slice allRows(String argument) {
        int maxBytes = source.fullReadLimits().bytes();
        ByteSink out = new ByteSink(4096);
        JsonWriter json = new JsonWriter(out).beginArray();
        if (!canQueryAll()) {
            throw fetchMeter.tooManyRows(argument, total(), source.filters());
        }
        try {
            for (int i = 0; has(i); i++) {
                Slice row = at(i);
                if ((long) out.size() + row.length() > maxBytes
                        || i >= source.fullReadLimits().rows()) {
                    throw fetchMeter.tooManyRows(argument, total(), source.filters());
                }
                json.raw(row);
            }
        } catch (RefusedException refused) {
            throw refused.code() == ErrorCode.QUERY_LIMIT
                    ? fetchMeter.tooManyRows(argument, total(), source.filters())
                    : refused;
        }
        return json.endArray().slice();
    }

    /**
     * Fetches this many rows after the last row that was read. Failures are ignored: a caller that needs the
     * rows gets the same error.
     */
    void prefetch(int rows) {
        try {
            boolean hasMore = true;
            while (hasMore) {
                // one lock per chunk, so that readers can run in between
                hasMore = serialAccess.run(() -> prefetchNextChunk(rows));
            }
        } catch (RefusedException e) {
            // the caller that needs the rows gets this error
        }
    }

    /** Fetches the next chunk; returns false if enough rows are already fetched. */
    private boolean prefetchNextChunk(int count) {
        boolean needsChunk = !isComplete && fetchedChunks.rowCount() < readCount + count;
        if (needsChunk) {
            fetchNext();
        }
        return needsChunk;
    }

    /** Returns the milliseconds that the source took for this request. */
    public long fetchMillis() {
        return serialAccess.run(fetchMeter::fetchMillis);
    }

    /** Closes the source; the caller must have serial access. */
    void close() {
        isComplete = true;
        fetchedChunks.clear();
        try {
            source.close();
        } catch (RuntimeException e) {
            // no more rows are fetched, even if the source cannot be closed
        }
    }

    PageSource source() {
        return source;
    }

    @Override
    public long total() {
        return serialAccess.run(() -> isComplete ? fetchedChunks.rowCount() : latestCount.rows());
    }

    @Override
    public boolean isTotalExact() {
        return serialAccess.run(
                () -> isComplete || (latestCount.isExact() && fetchedChunks.rowCount() <= latestCount.rows()));
    }

    @Override
    public boolean has(int index) {
        return serialAccess.run(() -> fetchUpTo(index));
    }

    @Override
    public Slice at(int index) {
        return serialAccess.run(() -> row(index));
    }

    private boolean fetchUpTo(int index) {
        while (index >= fetchedChunks.rowCount() && !isComplete) {
            fetchMeter.addRows(chunkSize);
            fetchNext();
        }
        return index < fetchedChunks.rowCount();
    }

    private Slice row(int index) {
        if (!fetchUpTo(index)) {
            throw new IndexOutOfBoundsException("no row " + index);
        }
        readCount = Math.max(readCount, index + 1L);
        Slice row = fetchedChunks.row(index);
        return row == null ? fetchAgain(index) : row;
    }

    private Slice fetchAgain(int index) {
        fetchMeter.addRows(chunkSize);
        SourceReader.Fetched fetched = fetch(fetchedChunks.positionOf(index));
        if (!fetchedChunks.restore(index, fetched)) {
            throw new RefusedException(
                    ErrorCode.CURSOR_EXPIRED,
                    "these items are no longer in memory, and their source now returns others",
                    "call the tool again without a cursor");
        }
        return fetched.rows().get(index % chunkSize);
    }

    private void fetchNext() {
        SourceReader.Fetched fetched = fetch(fetchedChunks.end());
        if (!fetchedChunks.isEmpty() && source.byOffset()) {
            latestCount = sourceReader.count();
            sourceConsistency.compareWithFirstCount(latestCount);
        }
        fetched.keys().forEach(sourceConsistency::addKey);
        fetchedChunks.add(fetched);
        isComplete = fetched.rows().size() < chunkSize;
        sourceConsistency.compareWithFetchedRows(latestCount, fetchedChunks.rowCount(), isComplete);
    }

    private SourceReader.Fetched fetch(FetchPosition fetchPosition) {
        return fetchMeter.measure(() -> sourceReader.fetch(fetchPosition, chunkSize));
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public int sampleSize() {
        return chunkSize;
    }

    @Override
    public String orderDescription() {
        return source.order();
    }

    @Override
    public List<String> filterFields() {
        return source.filters();
    }

    @Override
    public boolean canQueryAll() {
        return total() <= source.fullReadLimits().rows()
                && bytes <= source.fullReadLimits().bytes();
    }

    @Override
    public String faults() {
        return serialAccess.run(sourceConsistency::faults);
    }

    @Override
    public String longestFaults() {
        return SourceConsistency.LONGEST_FAULTS;
    }

    @Override
    public @Nullable Selection select(Mode mode, String searchOrQuery) {
        return rowSelector.select(mode, searchOrQuery);
    }
}
