package dev.plimsoll.servlet.body;

import java.io.IOException;

/** Receives the body of a response from the servlet, and writes the guarded body to the client. */
interface BodySink {

    void write(byte[] bytes, int offset, int length) throws IOException;

    void flush() throws IOException;

    /** Ends the body. */
    void finish() throws IOException;

    /** Discards the bytes that are not written to the client yet. */
    void reset();
}
