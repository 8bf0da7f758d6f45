package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Bodies that are read whole, within a limit. */
final class Body {

    private static final int CHUNK = 1 << 13;

    private Body() {}

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
    static Slice of(Reply reply, int most) throws IOException {
        long length = reply.length();
        if (length > most) {
            throw new TooLongException(length);
        }
        byte[] bytes = new byte[length < 0 ? CHUNK : (int) length];
        int size = 0;
        InputStream in = reply.body();
        while (true) {
            if (size == bytes.length) {
                int next = in.read();
                if (next < 0) {
                    break;
                }
                if (size >= most) {
                    throw new TooLongException(size + 1L);
                }
                bytes = Arrays.copyOf(bytes, (int) Math.min(most, Math.max(CHUNK, 2L * size)));
                bytes[size++] = (byte) next;
            }
            int got = in.read(bytes, size, bytes.length - size);
            if (got < 0) {
                break;
            }
            size += got;
        }
        reply.read();
        return new Slice(bytes, 0, size);
    }
}
