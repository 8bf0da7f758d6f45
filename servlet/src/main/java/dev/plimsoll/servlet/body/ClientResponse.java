package dev.plimsoll.servlet.body;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Response to the client, of any HTTP server. */
public interface ClientResponse {

    int status();

    /** Returns a header as the server has set it; null if it has not. */
    @Nullable String header(String name);

    /** Begins a rewritten document of this length. */
    void beginDocument(int length);

    /** Sets status 200 and the JSON content type, because Plimsoll's own answers replace an empty body. */
    void beginAnswers();

    /** Begins a body that passes byte for byte. */
    void beginUnchanged();

    /** Returns the stream to which the body for the client is written. */
    OutputStream output() throws IOException;
}
