package dev.plimsoll.gateway.upstream.http.pool;

import dev.plimsoll.gateway.upstream.MessageMemory;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.ByteCollector;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongPredicate;

/** Reads whole bodies of HTTP responses, up to a limit. */
public final class BodyReader {

    private static final int CHUNK_BYTES = 1 << 13;

    /** A body of unknown length is collected in an array that doubles. */
    private static final long ARRAY_GROWTH = 2;

    private BodyReader() {}

    /** Thrown when a body is above the limit. */
    public static final class TooLongException extends IOException {

        private static final long serialVersionUID = 1;

        private final long length;
        private final boolean isAboveMemory;

        private TooLongException(long length, boolean isAboveMemory) {
            super("body of " + length + " bytes or more");
            this.length = length;
            this.isAboveMemory = isAboveMemory;
        }

        /** Returns whether there was too little memory for a body that may be within the limit. */
        public boolean isAboveMemory() {
            return isAboveMemory;
        }

        /** Returns the number of bytes that the body has at least. */
        public long length() {
            return length;
        }
    }

    /**
     * Reads the body into a new array.
     *
     * @throws TooLongException if there are more than {@code maxBytes} bytes; the rest is not read
     */
    public static Slice read(UpstreamResponse upstreamResponse, int maxBytes) throws IOException {
        return read(upstreamResponse, maxBytes, bytes -> true);
    }

    /**
     * Returns the body in an array of its own, for which it reserves memory.
     *
     * @param memory see {@link MessageMemory#open}
     * @throws TooLongException if there are more than {@code maxBytes} bytes, or too little memory; the rest is not read
     */
    public static Slice read(UpstreamResponse upstreamResponse, int maxBytes, LongPredicate memory) throws IOException {
        long length = upstreamResponse.length();
        requireWithinLimits(length, Math.max(0, length), maxBytes, memory);
        InputStream in = upstreamResponse.body();
        Slice body = length < 0 ? readUnknownLength(in, maxBytes, memory) : readKnownLength(in, (int) length);
        upstreamResponse.finishBody();
        return body;
    }

    private static Slice readKnownLength(InputStream in, int length) throws IOException {
        byte[] bytes = new byte[length];
        int size = in.readNBytes(bytes, 0, length);
        // the end must be read too, so that the connection can be reused
        if (in.read() >= 0) {
            throw new TooLongException(length + 1L, false);
        }
        return new Slice(bytes, 0, size);
    }

    private static Slice readUnknownLength(InputStream in, int maxBytes, LongPredicate memory) throws IOException {
        ByteCollector body = new ByteCollector();
        while (body.read(in, CHUNK_BYTES) >= 0) {
            requireWithinLimits(body.size(), ARRAY_GROWTH * body.size(), maxBytes, memory);
        }
        return body.slice();
    }

    private static void requireWithinLimits(long length, long memoryBytes, int maxBytes, LongPredicate memory)
            throws TooLongException {
        boolean isAboveLimit = length > maxBytes;
        if (isAboveLimit || !memory.test(memoryBytes)) {
            throw new TooLongException(length, !isAboveLimit);
        }
    }
}
