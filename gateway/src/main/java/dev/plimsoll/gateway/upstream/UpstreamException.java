package dev.plimsoll.gateway.upstream;

import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A server could not be reached; the message says why, for people, without secrets. */
public final class UpstreamException extends IOException {

    private static final long serialVersionUID = 1;

    private final transient @Nullable RefusedException refusal;

    public UpstreamException(String message) {
        super(message);
        this.refusal = null;
    }

    /** It refuses whoever calls, for a reason that callers are told as it is. */
    public UpstreamException(RefusedException refusal) {
        super(refusal.getMessage());
        this.refusal = refusal;
    }

    public UpstreamException(String message, Throwable cause) {
        super(message, cause);
        this.refusal = null;
    }

    /** What callers are told; null where the server is just not there. */
    public @Nullable RefusedException refusal() {
        return refusal;
    }
}
