package dev.plimsoll.gateway.upstream.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Activity on the stream of messages that a server sends on its own. Some servers send messages of a call there, often
 * after its response: only silence marks their end.
 */
final class StreamActivity {

    /** Time without data after which the stream counts as quiet. */
    private static final Duration QUIET = Duration.ofMillis(150);

    /** Maximum delay of a response if the server is never quiet. */
    private static final Duration LONGEST = Duration.ofSeconds(1);

    /** Maximum delay if a message has arrived only in part. */
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

    /** Marks all data read so far as handled. */
    void heard() {
        partial = false;
    }

    /** Returns a stream that records the arrival of data. */
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

    /** Waits until the stream is quiet, the maximum delay is over, or the call is cancelled. */
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
