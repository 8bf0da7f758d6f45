package dev.plimsoll.servlet.body;

import java.io.IOException;

/** Takes the body of a response as the servlet writes it, and writes it to the client as the client gets it. */
interface BodySink {

    void write(byte[] bytes, int offset, int length) throws IOException;

    void flush() throws IOException;

    /** Ends the body. */
    void finish() throws IOException;

    /** Forgets what the client has not got yet. */
    void reset();
}
