package dev.plimsoll.gateway.upstream;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown if a server is not available. The message says why; it is written for people and contains no secrets. */
public final class UpstreamException extends IOException {

    private static final long serialVersionUID = 1;

    private final transient @Nullable RefusedException refusal;

    public UpstreamException(String message) {
        super(message);
        this.refusal = null;
    }

    /** Creates an exception for a server that refuses the caller. Callers get the refusal unchanged. */
    public UpstreamException(RefusedException refusal) {
        super(refusal.getMessage());
        this.refusal = refusal;
    }

    public UpstreamException(String message, Throwable cause) {
        super(message, cause);
        this.refusal = null;
    }

    /**
     * Returns whether a reason is passed to callers unchanged: valid credentials for the server are missing, or too
     * many calls were made.
     */
    public static boolean isPassedToCallers(RefusedException why) {
        return why.code() == ErrorCode.CREDENTIAL_NOT_FOUND || why.code() == ErrorCode.RATE_LIMITED;
    }

    /** Returns the refusal that callers get unchanged; null if the server is only unavailable. */
    public @Nullable RefusedException refusal() {
        return refusal;
    }
}
