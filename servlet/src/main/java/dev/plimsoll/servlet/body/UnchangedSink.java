package dev.plimsoll.servlet.body;

import java.io.IOException;
import java.io.OutputStream;

/** Sink that passes a body byte for byte. */
record UnchangedSink(OutputStream out) implements BodySink {

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void finish() {}

    @Override
    public void reset() {}
}
