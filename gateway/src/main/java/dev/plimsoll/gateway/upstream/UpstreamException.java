package dev.plimsoll.gateway.upstream;

import java.io.IOException;

/** A server could not be reached; the message says why, for people, without secrets. */
public final class UpstreamException extends IOException {

    private static final long serialVersionUID = 1;

    public UpstreamException(String message) {
        super(message);
    }

    public UpstreamException(String message, Throwable cause) {
        super(message, cause);
    }
}
