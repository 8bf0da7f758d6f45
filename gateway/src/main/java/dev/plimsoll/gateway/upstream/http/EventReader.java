package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.ByteCollector;
import dev.plimsoll.json.frame.LineEdges;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.json.frame.MemoryReservation;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads an event stream (server-sent events of the WHATWG specification). Lines may end with LF, CR, or CRLF,
 * and the network may split the stream anywhere. Data is copied from the received chunk directly into the
 * event. Not thread-safe.
 */
final class EventReader {

    private static final int FIRST_CHUNK_BYTES = 1 << 13;
    private static final int CHUNK_BYTES = 1 << 16;
    private static final int MAX_FIELD_LENGTH = 1 << 10;
    /** Length of the longest field name that has a meaning: {@code event} or {@code retry}. */
    private static final int MAX_NAME_LENGTH = 5;

    /** Data is collected in an array that doubles. */
    private static final long ARRAY_GROWTH = 2;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = LOW_BITS << 7;
    private static final long CARRIAGE_RETURNS = LOW_BITS * '\r';
    private static final long NEWLINES = LOW_BITS * '\n';
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final InputStream in;
    private final int maxBytes;
    private final MemoryReservation memoryReservation;
    private final Runnable onAllRead;
    /** True after a part of a line was read. */
    private boolean isInLine;
    /** True if the current event has fields. */
    private boolean hasFields;

    private byte[] chunk = new byte[FIRST_CHUNK_BYTES];
    private int position;
    private int limit;
    /** Number of bytes of the byte order mark that were skipped; the full length if there is none. */
    private int skippedMarkBytes;

    private boolean isAfterCarriageReturn;

    private ByteCollector data = new ByteCollector();
    private long dataLength;
    private boolean hasData;
    /** First and last bytes of the current event if it is too long; null if it is not. */
    private @Nullable LineEdges skippedEdges;

    private final byte[] field = new byte[MAX_FIELD_LENGTH];
    private String type = "";
    private String lastEventId = "";
    private long retryMillis = -1;

    /**
     * One event.
     *
     * @param type the type; {@code message} if the event names none
     * @param data the data, in its own array
     */
    record Event(String type, Slice data) {}

    EventReader(InputStream in, int maxBytes) {
        this(in, maxBytes, bytes -> true);
    }

    /** @param memoryReservation the reservation for the current event; it is released when the next event is read */
    EventReader(InputStream in, int maxBytes, MemoryReservation memoryReservation) {
        this(in, maxBytes, memoryReservation, () -> {});
    }

    /** @param onAllRead runs before each read if no part of an event has arrived: after an event, or after comments */
    EventReader(InputStream in, int maxBytes, MemoryReservation memoryReservation, Runnable onAllRead) {
        this.in = in;
        this.maxBytes = maxBytes;
        this.memoryReservation = memoryReservation;
        this.onAllRead = onAllRead;
    }

    /** Returns the ID of the last event, with which the stream can be resumed; empty if no event had an ID. */
    String lastEventId() {
        return lastEventId;
    }

    /** Returns the time that clients should wait before they reconnect; negative if the server has not sent it. */
    long retryMillis() {
        return retryMillis;
    }

    /**
     * Returns the next event with data; null at the end of the stream.
     *
     * @throws LineTooLongException if an event is longer than the limit; it was skipped, and further events
     *     can be read
     */
    @Nullable Event next() throws IOException {
        memoryReservation.release();
        while (hasByte()) {
            if (readLine()) {
                Event event = takeEvent();
                if (event != null) {
                    return event;
                }
            }
        }
        // an event should end with an empty line, but some servers omit it at the end of the stream
        return takeEvent();
    }

    private @Nullable Event takeEvent() throws LineTooLongException {
        LineEdges edges = skippedEdges;
        String eventType = type.isEmpty() ? "message" : type;
        Slice eventData = hasData && data.size() > 0 && edges == null ? data.slice() : null;
        long bytes = dataLength;
        type = "";
        data = new ByteCollector();
        dataLength = 0;
        hasData = false;
        skippedEdges = null;
        memoryReservation.reduceTo(eventData == null ? 0 : bytes);
        if (edges != null) {
            throw new LineTooLongException(bytes, maxBytes, edges.head(), edges.tail());
        }
        return eventData == null ? null : new Event(eventType, eventData);
    }

    /** Reads a line, and returns whether it was empty. */
    private boolean readLine() throws IOException {
        isInLine = true;
        int nameLength = 0;
        while (hasByte() && !isLineEnd(chunk[position]) && chunk[position] != ':') {
            nameLength = appendToField(nameLength, chunk[position++]);
        }
        boolean isEmptyLine = nameLength == 0 && (position == limit || isLineEnd(chunk[position]));
        String name = nameLength > MAX_NAME_LENGTH ? "" : fieldText(nameLength);
        if (position < limit && chunk[position] == ':') {
            position++;
            if (hasByte() && chunk[position] == ' ') {
                position++;
            }
        }
        if (name.equals("data")) {
            readData();
        } else {
            readValue(name);
        }
        if (position < limit) {
            isAfterCarriageReturn = chunk[position++] == '\r';
        }
        isInLine = false;
        // a line without a name is a comment
        hasFields = !isEmptyLine && (hasFields || nameLength > 0);
        return isEmptyLine;
    }

    private void readData() throws IOException {
        if (hasData) {
            append(new byte[] {'\n'}, 0, 1);
        }
        hasData = true;
        boolean isLineComplete = false;
        while (!isLineComplete && hasByte()) {
            int lineEnd = findLineEnd(chunk, position, limit);
            append(chunk, position, lineEnd);
            position = lineEnd;
            isLineComplete = lineEnd < limit;
        }
    }

    private void readValue(String name) throws IOException {
        int valueLength = 0;
        boolean isLineComplete = false;
        while (!isLineComplete && hasByte()) {
            int lineEnd = findLineEnd(chunk, position, limit);
            for (int i = position; i < lineEnd && valueLength <= MAX_FIELD_LENGTH; i++) {
                valueLength = appendToField(valueLength, chunk[i]);
            }
            position = lineEnd;
            isLineComplete = lineEnd < limit;
        }
        if (valueLength > MAX_FIELD_LENGTH) {
            return;
        }
        String value = fieldText(valueLength);
        switch (name) {
            case "event" -> type = value;
            case "id" -> lastEventId = value.indexOf('\0') < 0 ? value : lastEventId;
            case "retry" -> retryMillis = parseMillis(value);
            default -> {}
        }
    }

    private static long parseMillis(String value) {
        boolean isNumber =
                !value.isEmpty() && value.length() < 10 && value.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Long.parseLong(value) : -1;
    }

    /** Appends a byte to the field, up to its maximum length. */
    private int appendToField(int fieldLength, byte b) {
        if (fieldLength < MAX_FIELD_LENGTH) {
            field[fieldLength] = b;
        }
        return Math.min(fieldLength + 1, MAX_FIELD_LENGTH + 1);
    }

    private String fieldText(int fieldLength) {
        return new String(field, 0, fieldLength, StandardCharsets.UTF_8);
    }

    private void append(byte[] bytes, int from, int to) {
        dataLength += to - from;
        LineEdges edges = skippedEdges;
        if (edges == null && (dataLength > maxBytes || !memoryReservation.tryResize(ARRAY_GROWTH * dataLength))) {
            edges = data.edges();
            data = new ByteCollector();
            skippedEdges = edges;
        }
        if (edges == null) {
            data.add(bytes, from, to);
        } else {
            edges.add(bytes, from, to);
        }
    }

    private static boolean isLineEnd(byte b) {
        return b == '\n' || b == '\r';
    }

    /**
     * Returns the end of the line. Checks eight bytes at a time: after the XOR, a byte that was the searched
     * character is zero, and the usual bit trick finds zero bytes.
     */
    private static int findLineEnd(byte[] b, int from, int to) {
        int i = from;
        while (i <= to - Long.BYTES) {
            long word = (long) LONGS.get(b, i);
            long carriageReturns = word ^ CARRIAGE_RETURNS;
            long newlines = word ^ NEWLINES;
            long matches = (((carriageReturns - LOW_BITS) & ~carriageReturns) | ((newlines - LOW_BITS) & ~newlines))
                    & HIGH_BITS;
            if (matches != 0) {
                return i + Long.numberOfTrailingZeros(matches) / Byte.SIZE;
            }
            i += Long.BYTES;
        }
        while (i < to && !isLineEnd(b[i])) {
            i++;
        }
        return i;
    }

    /**
     * Returns whether there is another byte, and reads a chunk if necessary. Skips the newline of a CRLF, and
     * a byte order mark at the start of the stream.
     */
    private boolean hasByte() throws IOException {
        while (true) {
            if (position == limit && !readChunk()) {
                return false;
            }
            if (isAfterCarriageReturn) {
                isAfterCarriageReturn = false;
                if (chunk[position] == '\n') {
                    position++;
                    continue;
                }
            }
            if (skippedMarkBytes == BYTE_ORDER_MARK.length || !skipMarkByte()) {
                skippedMarkBytes = BYTE_ORDER_MARK.length;
                return true;
            }
        }
    }

    private boolean readChunk() throws IOException {
        if (limit == chunk.length && chunk.length < CHUNK_BYTES) {
            chunk = new byte[CHUNK_BYTES];
        }
        if (!isInLine && !hasFields) {
            onAllRead.run();
        }
        int count = in.read(chunk, 0, chunk.length);
        position = 0;
        limit = Math.max(0, count);
        return count > 0;
    }

    /** Skips the next byte of the byte order mark. Returns false if the byte is not part of a mark. */
    private boolean skipMarkByte() {
        if (chunk[position] != BYTE_ORDER_MARK[skippedMarkBytes]) {
            return false;
        }
        position++;
        skippedMarkBytes++;
        return true;
    }
}
