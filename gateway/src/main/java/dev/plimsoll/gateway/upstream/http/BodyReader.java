package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.json.ByteCollector;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;

/** Bodies that are read whole, within a limit. */
final class BodyReader {

    private static final int CHUNK = 1 << 13;

    private BodyReader() {}

    /** It is above the limit. */
    static final class TooLongException extends IOException {

        private static final long serialVersionUID = 1;

        private final long length;

        TooLongException(long length) {
            super("body of " + length + " bytes or more");
            this.length = length;
        }

        /** The bytes it has, at least. */
        long length() {
            return length;
        }
    }

    /**
     * With bytes of its own.
     *
     * @throws TooLongException when there are more than {@code most} bytes; the rest is not read then
     */
    static Slice of(HttpReply httpReply, int most) throws IOException {
        long length = httpReply.length();
        if (length > most) {
            throw new TooLongException(length);
        }
        InputStream in = httpReply.body();
        Slice body = length < 0 ? gathered(in, most) : known(in, (int) length);
        httpReply.read();
        return body;
    }

    private static Slice known(InputStream in, int length) throws IOException {
        byte[] bytes = new byte[length];
        int size = in.readNBytes(bytes, 0, length);
        // only who has seen the end gives the connection back
        if (in.read() >= 0) {
            throw new TooLongException(length + 1L);
        }
        return new Slice(bytes, 0, size);
    }

    private static Slice gathered(InputStream in, int most) throws IOException {
        ByteCollector body = new ByteCollector();
        while (body.read(in, CHUNK) >= 0) {
            if (body.size() > most) {
                throw new TooLongException(body.size());
            }
        }
        return body.slice();
    }
}
