package dev.plimsoll.servlet.body;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Response to the client, of any HTTP server. */
public interface ClientResponse {

    int status();

    /** Returns a header as the server has set it; null if it has not. */
    @Nullable String header(String name);

    /** Begins a body that has another length than the server wrote. */
    void beginDocument(int length);

    /** Begins a JSON document, of status 200, in place of an empty body. */
    void beginAnswers();

    /** Begins a body that passes byte for byte. */
    void beginUnchanged();

    /** Returns the body that the client gets. */
    OutputStream output() throws IOException;
}
