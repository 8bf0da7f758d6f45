package dev.plimsoll.query.program;

/**
 * Exception that ends an evaluation because a call has no answer yet. It is not an error: {@code try} does not catch it.
 */
public final class CallPendingSignal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CallPendingSignal() {
        super(null, null, false, false);
    }
}
