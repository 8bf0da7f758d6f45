package dev.plimsoll.quarkus;

import dev.plimsoll.json.Slice;
import io.vertx.core.buffer.Buffer;

/** Converts buffers of Vert.x to slices and back. */
final class BufferConverter {

    private BufferConverter() {}

    static Slice toSlice(Buffer buffer) {
        byte[] bytes = buffer.getBytes();
        return new Slice(bytes, 0, bytes.length);
    }

    static Buffer toBuffer(Slice bytes) {
        return Buffer.buffer(bytes.length()).appendBytes(bytes.bytes(), bytes.from(), bytes.length());
    }
}
