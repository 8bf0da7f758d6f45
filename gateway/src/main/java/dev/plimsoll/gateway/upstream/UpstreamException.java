package dev.plimsoll.gateway.upstream;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown when a server is not available. The message says why, for people and without secrets. */
public final class UpstreamException extends IOException {

    private static final long serialVersionUID = 1;

    private final transient @Nullable RefusedException refusal;

    public UpstreamException(String message) {
        super(message);
        this.refusal = null;
    }

    /** Creates an exception for a server that refuses the caller. Callers get the reason unchanged. */
    public UpstreamException(RefusedException refusal) {
        super(refusal.getMessage());
        this.refusal = refusal;
    }

    public UpstreamException(String message, Throwable cause) {
        super(message, cause);
        this.refusal = null;
    }

    /** Returns whether callers get the reason unchanged, because their call or the gateway's credentials cause it. */
    public static boolean isRefusal(RefusedException why) {
        return why.code() == ErrorCode.CREDENTIAL_NOT_FOUND || why.code() == ErrorCode.RATE_LIMITED;
    }

    /** Returns the refusal for callers; null if the server is only unavailable. */
    public @Nullable RefusedException refusal() {
        return refusal;
    }
}
