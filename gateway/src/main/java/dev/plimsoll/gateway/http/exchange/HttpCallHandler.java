package dev.plimsoll.gateway.http.exchange;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Answers the requests that the HTTP server receives. */
public interface HttpCallHandler {

    /**
     * Answers a call, or returns the deferred response that finishes it.
     *
     * @return null if the call is answered
     * @throws IOException if the client has disconnected
     */
    @Nullable DeferredResponse begin(HttpCall call) throws IOException;

    /**
     * Finishes a call that was begun.
     *
     * @throws IOException if the client has disconnected
     */
    void finish(HttpCall call, DeferredResponse deferredResponse) throws IOException;
}
