package dev.plimsoll.gateway.upstream.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * What happens on the stream of what a server says by itself. Some servers send there what belongs to a call, often behind
 * the call's response: nothing marks the end of it but silence.
 */
final class StreamActivity {

    /** So long nothing may come before the stream counts as quiet. */
    private static final Duration QUIET = Duration.ofMillis(150);

    /** A server that is never quiet delays a response by no more. */
    private static final Duration LONGEST = Duration.ofSeconds(1);

    /** A message that has begun is waited for. */
    private static final Duration MESSAGE = Duration.ofSeconds(10);

    private static final long TICK_MILLIS = 10;

    private enum State {
        OPENING,
        OPEN,
        CLOSED
    }

    private volatile State state = State.CLOSED;
    private volatile boolean partial;
    private volatile long lastNanos = System.nanoTime();

    void opening() {
        state = State.OPENING;
    }

    void opened() {
        lastNanos = System.nanoTime();
        state = State.OPEN;
    }

    void closed() {
        partial = false;
        state = State.CLOSED;
    }

    /** All that was read of the stream has been heard. */
    void heard() {
        partial = false;
    }

    /** Returns the stream, which tells this when something comes. */
    InputStream observed(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                return came(super.read());
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return came(super.read(bytes, from, length));
            }
        };
    }

    private int came(int result) {
        if (result >= 0) {
            partial = true;
            lastNanos = System.nanoTime();
        }
        return result;
    }

    /** Waits until the stream is quiet, or it has taken too long; or the call is wanted no more. */
    void awaitQuiet(CancelScope cancelScope) throws InterruptedException {
        long begun = System.nanoTime();
        long now = begun;
        while (!isQuiet(begun, now) && cancelScope.pause(TICK_MILLIS)) {
            now = System.nanoTime();
        }
    }

    private boolean isQuiet(long begun, long now) {
        State is = state;
        long idle = now - Math.max(begun, lastNanos);
        boolean silent = is == State.OPEN && !partial && idle >= QUIET.toNanos();
        Duration most = partial ? MESSAGE : LONGEST;
        return is == State.CLOSED || silent || now - begun >= most.toNanos();
    }
}
