package dev.plimsoll.quarkus;

import dev.plimsoll.json.Slice;
import io.vertx.core.buffer.Buffer;

/** Copies bytes from and to buffers of Vert.x. */
final class Bytes {

    private Bytes() {}

    static Slice slice(Buffer buffer) {
        byte[] bytes = buffer.getBytes();
        return new Slice(bytes, 0, bytes.length);
    }

    static Buffer buffer(Slice bytes) {
        return Buffer.buffer(bytes.length()).appendBytes(bytes.bytes(), bytes.from(), bytes.length());
    }
}
