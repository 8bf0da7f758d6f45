package dev.plimsoll.gateway.upstream.http.pool;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.ByteCollector;
import dev.plimsoll.json.frame.MemoryReservation;
import java.io.IOException;
import java.io.InputStream;

/** Reads whole bodies of HTTP responses, up to a limit. */
public final class BodyReader {

    private static final int CHUNK_BYTES = 1 << 13;

    /** A body of unknown length is collected in an array that doubles. */
    private static final long ARRAY_GROWTH = 2;

    private BodyReader() {}

    /** Thrown when a body is longer than the limit, or there is too little memory for it. */
    public static final class TooLongException extends IOException {

        private static final long serialVersionUID = 1;

        private final long length;
        private final boolean isOutOfMemory;

        private TooLongException(long length, boolean isOutOfMemory) {
            super("body of " + length + " bytes or more");
            this.length = length;
            this.isOutOfMemory = isOutOfMemory;
        }

        /** Returns whether there was too little memory for a body that may be within the limit. */
        public boolean isOutOfMemory() {
            return isOutOfMemory;
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
     * Reads the body into a new array, for which memory is reserved.
     *
     * @param memoryReservation the reservation for the body, which the caller releases
     * @throws TooLongException if there are more than {@code maxBytes} bytes, or too little memory; the rest is not
     *     read
     */
    public static Slice read(UpstreamResponse upstreamResponse, int maxBytes, MemoryReservation memoryReservation)
            throws IOException {
        long length = upstreamResponse.length();
        requireWithinLimits(length, Math.max(0, length), maxBytes, memoryReservation);
        InputStream in = upstreamResponse.body();
        Slice body =
                length < 0 ? readUnknownLength(in, maxBytes, memoryReservation) : readKnownLength(in, (int) length);
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

    private static Slice readUnknownLength(InputStream in, int maxBytes, MemoryReservation memoryReservation)
            throws IOException {
        ByteCollector body = new ByteCollector();
        while (body.read(in, CHUNK_BYTES) >= 0) {
            requireWithinLimits(body.size(), ARRAY_GROWTH * body.size(), maxBytes, memoryReservation);
        }
        return body.slice();
    }

    private static void requireWithinLimits(
            long length, long memoryBytes, int maxBytes, MemoryReservation memoryReservation) throws TooLongException {
        boolean isAboveLimit = length > maxBytes;
        if (isAboveLimit || !memoryReservation.tryResize(memoryBytes)) {
            throw new TooLongException(length, !isAboveLimit);
        }
    }
}
