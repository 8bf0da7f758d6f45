package dev.plimsoll.source;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Source of the elements of a stream. One stream is open at a time and is read forward. To read earlier elements again, the
 * source opens a new stream, which must begin with the same elements.
 */
public final class StreamSource implements PageSource {

    private final Supplier<? extends Stream<?>> streams;
    private final String order;
    private final @Nullable LongSupplier counter;
    private final Function<Object, @Nullable Object> key;
    private @Nullable Stream<?> openStream;
    private @Nullable Iterator<?> iterator;
    private long position;
    private boolean isClosed;

    private StreamSource(
            Supplier<? extends Stream<?>> streams,
            String order,
            @Nullable LongSupplier counter,
            Function<Object, @Nullable Object> key) {
        this.streams = Objects.requireNonNull(streams, "streams");
        this.order = Objects.requireNonNull(order, "order");
        this.counter = counter;
        this.key = key;
    }

    /**
     * Creates a source of unknown length.
     *
     * @param order order of the elements, in a few words
     * @param streams supplier that returns a new stream of the same elements in that order each time
     */
    public static StreamSource of(String order, Supplier<? extends Stream<?>> streams) {
        return new StreamSource(streams, order, null, element -> null);
    }

    /** Returns a copy whose number of elements comes from {@code rows}. */
    public StreamSource counted(LongSupplier rows) {
        return new StreamSource(streams, order, rows, key);
    }

    /** Returns a copy whose elements have unique keys, so that a repeated element is detected. */
    public <T> StreamSource keyed(Class<T> type, Function<T, ?> keyOf) {
        return new StreamSource(streams, order, counter, element -> keyOf.apply(type.cast(element)));
    }

    @Override
    public SourceCount count() {
        return counter == null ? SourceCount.unknown() : SourceCount.exactly(counter.getAsLong());
    }

    @Override
    public String order() {
        return order;
    }

    @Override
    public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
        if (isClosed) {
            throw new IllegalStateException("the source is closed");
        }
        Iterator<?> elements = iteratorAt(fetchPosition.offset());
        List<SourceRow> rows = new ArrayList<>();
        while (rows.size() < maxRows && elements.hasNext()) {
            Object element = elements.next();
            position++;
            rows.add(new SourceRow(element, key.apply(element)));
        }
        return rows;
    }

    private Iterator<?> iteratorAt(long offset) {
        Iterator<?> current = iterator;
        if (current != null && position == offset) {
            return current;
        }
        closeStream();
        Stream<?> stream = streams.get();
        openStream = stream;
        Iterator<?> elements = stream.skip(offset).iterator();
        iterator = elements;
        position = offset;
        return elements;
    }

    private void closeStream() {
        Stream<?> stream = openStream;
        openStream = null;
        iterator = null;
        if (stream != null) {
            stream.close();
        }
    }

    @Override
    public void close() {
        isClosed = true;
        closeStream();
    }
}
