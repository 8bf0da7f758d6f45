package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.ByteCollector;
import java.io.IOException;
import java.io.InputStream;

/** Reads whole bodies of HTTP responses, up to a limit. */
final class BodyReader {

    private static final int CHUNK_BYTES = 1 << 13;

    private BodyReader() {}

    /** Thrown when a body is above the limit. */
    static final class TooLongException extends IOException {

        private static final long serialVersionUID = 1;

        private final long length;

        TooLongException(long length) {
            super("body of " + length + " bytes or more");
            this.length = length;
        }

        /** Returns the number of bytes that the body has at least. */
        long length() {
            return length;
        }
    }

    /**
     * Reads the body into a new array.
     *
     * @throws TooLongException if there are more than {@code maxBytes} bytes; the rest is not read
     */
    static Slice read(HttpReply httpReply, int maxBytes) throws IOException {
        long length = httpReply.length();
        if (length > maxBytes) {
            throw new TooLongException(length);
        }
        InputStream in = httpReply.body();
        Slice body = length < 0 ? readUnknownLength(in, maxBytes) : readKnownLength(in, (int) length);
        httpReply.finishBody();
        return body;
    }

    private static Slice readKnownLength(InputStream in, int length) throws IOException {
        byte[] bytes = new byte[length];
        int size = in.readNBytes(bytes, 0, length);
        // the end must be read too, so that the connection can be reused
        if (in.read() >= 0) {
            throw new TooLongException(length + 1L);
        }
        return new Slice(bytes, 0, size);
    }

    private static Slice readUnknownLength(InputStream in, int maxBytes) throws IOException {
        ByteCollector body = new ByteCollector();
        while (body.read(in, CHUNK_BYTES) >= 0) {
            if (body.size() > maxBytes) {
                throw new TooLongException(body.size());
            }
        }
        return body.slice();
    }
}
