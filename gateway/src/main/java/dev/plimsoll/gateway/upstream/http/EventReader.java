package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.json.ByteCollector;
import dev.plimsoll.json.LineEdges;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads an event stream by the WHATWG specification, with any line ends and wherever the network splits it. Data is
 * copied from the chunk directly into the event. Not thread-safe.
 */
final class EventReader {

    private static final int FIRST_CHUNK = 1 << 13;
    private static final int CHUNK = 1 << 16;
    private static final int LONGEST_FIELD = 1 << 10;
    private static final int LONGEST_NAME = 5;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = ONES << 7;
    private static final long RETURNS = ONES * '\r';
    private static final long NEWLINES = ONES * '\n';
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final InputStream in;
    private final int maxBytes;
    private byte[] chunk = new byte[FIRST_CHUNK];
    private int at;
    private int filled;
    private int seen;
    private boolean afterReturn;

    private ByteCollector data = new ByteCollector();
    private long length;
    private boolean hasData;
    private @Nullable LineEdges edges;

    private final byte[] field = new byte[LONGEST_FIELD];
    private String type = "";
    private String lastId = "";
    private long retryMillis = -1;

    /**
     * One event.
     *
     * @param type {@code message} if the event names none
     * @param data the data, in an array of its own
     */
    record Event(String type, Slice data) {}

    EventReader(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /** Returns the id of the last event, for resuming; empty if it had none. */
    String lastId() {
        return lastId;
    }

    /** Returns how long the server wants clients to wait before they reconnect; negative if it has not sent a value. */
    long retryMillis() {
        return retryMillis;
    }

    /**
     * Returns the next event with data; null at the end of the stream.
     *
     * @throws LineTooLongException if an event is above the limit; it was skipped, and more may follow
     */
    @Nullable Event next() throws IOException {
        while (fill()) {
            if (line()) {
                Event event = event();
                if (event != null) {
                    return event;
                }
            }
        }
        // not complete without an empty line after it, but some servers omit that at the end
        return event();
    }

    private @Nullable Event event() throws LineTooLongException {
        LineEdges skipped = edges;
        String eventType = type.isEmpty() ? "message" : type;
        Slice whole = hasData && data.size() > 0 && skipped == null ? data.slice() : null;
        long bytes = length;
        type = "";
        data = new ByteCollector();
        length = 0;
        hasData = false;
        edges = null;
        if (skipped != null) {
            throw new LineTooLongException(bytes, maxBytes, skipped.head(), skipped.tail());
        }
        return whole == null ? null : new Event(eventType, whole);
    }

    /** Reads a line, and returns whether it was empty. */
    private boolean line() throws IOException {
        int name = 0;
        while (fill() && !isEnd(chunk[at]) && chunk[at] != ':') {
            name = keep(name, chunk[at++]);
        }
        boolean empty = name == 0 && (at == filled || isEnd(chunk[at]));
        String known = name > LONGEST_NAME ? "" : text(name);
        if (at < filled && chunk[at] == ':') {
            at++;
            if (fill() && chunk[at] == ' ') {
                at++;
            }
        }
        if (known.equals("data")) {
            data();
        } else {
            value(known);
        }
        if (at < filled) {
            afterReturn = chunk[at++] == '\r';
        }
        return empty;
    }

    private void data() throws IOException {
        if (hasData) {
            append(new byte[] {'\n'}, 0, 1);
        }
        hasData = true;
        boolean ended = false;
        while (!ended && fill()) {
            int stop = end(chunk, at, filled);
            append(chunk, at, stop);
            at = stop;
            ended = stop < filled;
        }
    }

    private void value(String name) throws IOException {
        int kept = 0;
        boolean ended = false;
        while (!ended && fill()) {
            int stop = end(chunk, at, filled);
            for (int i = at; i < stop && kept <= LONGEST_FIELD; i++) {
                kept = keep(kept, chunk[i]);
            }
            at = stop;
            ended = stop < filled;
        }
        if (kept > LONGEST_FIELD) {
            return;
        }
        String value = text(kept);
        switch (name) {
            case "event" -> type = value;
            case "id" -> lastId = value.indexOf('\0') < 0 ? value : lastId;
            case "retry" -> retryMillis = millis(value);
            default -> {}
        }
    }

    private static long millis(String value) {
        boolean digits =
                !value.isEmpty() && value.length() < 10 && value.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits ? Long.parseLong(value) : -1;
    }

    /** Appends a byte to the field, up to its maximum length. */
    private int keep(int kept, byte b) {
        if (kept < LONGEST_FIELD) {
            field[kept] = b;
        }
        return Math.min(kept + 1, LONGEST_FIELD + 1);
    }

    private String text(int kept) {
        return new String(field, 0, kept, StandardCharsets.UTF_8);
    }

    private void append(byte[] bytes, int from, int to) {
        length += to - from;
        LineEdges skipped = edges;
        if (skipped == null && length > maxBytes) {
            skipped = data.edges();
            data = new ByteCollector();
            edges = skipped;
        }
        if (skipped == null) {
            data.add(bytes, from, to);
        } else {
            skipped.add(bytes, from, to);
        }
    }

    private static boolean isEnd(byte b) {
        return b == '\n' || b == '\r';
    }

    /** Returns the end of the line, checking eight bytes at a time. */
    private static int end(byte[] b, int from, int to) {
        int i = from;
        while (i <= to - Long.BYTES) {
            long word = (long) LONGS.get(b, i);
            long returns = word ^ RETURNS;
            long newlines = word ^ NEWLINES;
            long found = (((returns - ONES) & ~returns) | ((newlines - ONES) & ~newlines)) & HIGHS;
            if (found != 0) {
                return i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
            }
            i += Long.BYTES;
        }
        while (i < to && !isEnd(b[i])) {
            i++;
        }
        return i;
    }

    /**
     * Returns whether there is another byte. Skips a newline after a carriage return, and a byte order mark at the
     * start.
     */
    private boolean fill() throws IOException {
        while (true) {
            if (at == filled && !read()) {
                return false;
            }
            if (afterReturn) {
                afterReturn = false;
                if (chunk[at] == '\n') {
                    at++;
                    continue;
                }
            }
            if (seen == MARK.length || !atMark()) {
                seen = MARK.length;
                return true;
            }
        }
    }

    private boolean read() throws IOException {
        if (filled == chunk.length && chunk.length < CHUNK) {
            chunk = new byte[CHUNK];
        }
        int count = in.read(chunk, 0, chunk.length);
        at = 0;
        filled = Math.max(0, count);
        return count > 0;
    }

    /** Skips one more byte of the mark; returns false if it is not part of one. */
    private boolean atMark() {
        if (chunk[at] != MARK[seen]) {
            return false;
        }
        at++;
        seen++;
        return true;
    }
}
