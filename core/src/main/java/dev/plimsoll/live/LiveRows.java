package dev.plimsoll.live;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.shape.Rows;
import dev.plimsoll.source.Count;
import dev.plimsoll.source.From;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.view.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one source, fetched front to back in chunks of one size. A row once given stays that row: one whose chunk was
 * dropped to make room is fetched again, and refused when the source now gives another.
 */
public final class LiveRows implements Rows {

    private final PageSource source;
    private final Fetching fetching;
    private final Keeping keeping;
    private final Turn turn;
    private final Asking asking;
    private final Checks checks;
    private final Walk walk;
    private final int size;
    private final List<Chunk> chunks = new ArrayList<>();
    private final long bytes;
    private @Nullable Object last;
    private Count first = Count.unknown();
    private Count said = Count.unknown();
    private long come;
    private long comeBytes;
    private long touched;
    private boolean ended;

    /** The rows of a source of which the first are fetched at once. */
    LiveRows(PageSource source, Fetching fetching, Keeping keeping, Turn turn, Asking asking, LongSupplier clock) {
        this.source = source;
        this.fetching = fetching;
        this.keeping = keeping;
        this.turn = turn;
        this.asking = asking;
        this.checks = new Checks(source);
        this.walk = new Walk(source.walk(), clock);
        this.size = Math.max(1, source.fetchSize());
        fetchNext();
        first = fetching.count();
        said = first;
        checks.holds(said, come, ended);
        if (!ended && said.rows() <= come) {
            fetchNext();
        }
        long known = source.estimatedBytes();
        bytes = known >= 0 ? known : 2 + (come == 0 ? 0 : comeBytes / come + 1) * Math.max(total(), come);
    }

    /** Begins a request of its own: as far as one may go, it may go from here. */
    public void begin() {
        turn.take(walk::begin);
    }

    /** Whether the first rows are all, and the source has said so. */
    boolean isShort() {
        return turn.take(() -> ended && come <= size && checks.faults().isEmpty());
    }

    /** The first rows as one JSON array. */
    Slice beginning() {
        ByteSink out = new ByteSink(1024).ascii("[");
        for (int i = 0; i < size && has(i); i++) {
            out.ascii(i == 0 ? "" : ",").raw(at(i));
        }
        return out.ascii("]").slice();
    }

    /** All rows as one JSON array; refused beyond the limits of a walk. */
    Slice all(String what) {
        int most = source.walk().bytes();
        ByteSink out = new ByteSink(4096).ascii("[");
        if (!walkable()) {
            throw walk.tooFar(what, total(), source.filters());
        }
        try {
            for (int i = 0; has(i); i++) {
                Slice row = at(i);
                if ((long) out.size() + row.length() > most
                        || i >= source.walk().rows()) {
                    throw walk.tooFar(what, total(), source.filters());
                }
                out.ascii(i == 0 ? "" : ",").raw(row);
            }
        } catch (RefusedException refused) {
            throw refused.code() == ErrorCode.QUERY_LIMIT ? walk.tooFar(what, total(), source.filters()) : refused;
        }
        return out.ascii("]").slice();
    }

    /** Fetches so many more behind those that somebody has come to; what goes wrong is found again by who needs them. */
    void fetchAhead(int rows) {
        try {
            boolean more = true;
            while (more) {
                // a turn for each, so that readers come in between
                more = turn.take(() -> ahead(rows));
            }
        } catch (RefusedException later) {
            // whoever comes to these rows is told
        }
    }

    private boolean ahead(int most) {
        boolean more = !ended && come < touched + most;
        if (more) {
            fetchNext();
        }
        return more;
    }

    /** How many milliseconds the source took for this request. */
    public long millis() {
        return turn.take(walk::millis);
    }

    /** In its turn. */
    void close() {
        ended = true;
        come = 0;
        keeping.drop(chunks);
        chunks.clear();
        try {
            source.close();
        } catch (RuntimeException e) {
            // it is over with it either way
        }
    }

    PageSource source() {
        return source;
    }

    @Override
    public long total() {
        return turn.take(() -> ended ? come : said.rows());
    }

    @Override
    public boolean exact() {
        return turn.take(() -> ended || (said.exact() && come <= said.rows()));
    }

    @Override
    public boolean has(int index) {
        return turn.take(() -> comesTo(index));
    }

    @Override
    public Slice at(int index) {
        return turn.take(() -> row(index));
    }

    private boolean comesTo(int index) {
        while (index >= come && !ended) {
            walk.step(size);
            fetchNext();
        }
        return index < come;
    }

    private Slice row(int index) {
        if (!comesTo(index)) {
            throw new IndexOutOfBoundsException("no row " + index);
        }
        touched = Math.max(touched, index + 1L);
        Chunk chunk = chunks.get(index / size);
        List<Slice> rows = keeping.rows(chunk);
        return (rows == null ? again(index / size, chunk) : rows).get(index % size);
    }

    private List<Slice> again(int number, Chunk chunk) {
        walk.step(size);
        Fetching.Fetched fetched = timed(new From((long) number * size, chunk.behind()));
        if (!keeping.refill(chunk, fetched.print(), fetched.rows())) {
            throw new RefusedException(
                    ErrorCode.CURSOR_EXPIRED,
                    "these items are no longer kept, and their source gives others in their place now",
                    "call the tool again without a cursor");
        }
        keeping.hold(chunk);
        return fetched.rows();
    }

    private void fetchNext() {
        Fetching.Fetched fetched = timed(new From(come, last));
        if (!chunks.isEmpty() && source.byOffset()) {
            said = fetching.count();
            checks.counts(first, said);
        }
        fetched.keys().forEach(checks::see);
        int count = fetched.rows().size();
        if (count > 0) {
            Chunk chunk = new Chunk(last, fetched.print(), fetched.array().length(), fetched.rows());
            chunks.add(chunk);
            keeping.hold(chunk);
            last = fetched.keys().get(count - 1);
        }
        come += count;
        comeBytes += fetched.array().length();
        ended = count < size;
        checks.holds(said, come, ended);
    }

    private Fetching.Fetched timed(From from) {
        return walk.timed(() -> fetching.fetch(from));
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
        return turn.take(checks::faults);
    }

    @Override
    public String allFaults() {
        return Checks.ALL;
    }

    @Override
    public @Nullable Sought sought(Mode mode, String what) {
        return asking.sought(mode, what);
    }
}
