package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.upstream.http.pool.CancelScope;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Observes the GET stream, on which a server sends messages outside of requests. Some servers also send the
 * log messages of a call there, often after its response. Only silence on the stream shows that all of them
 * have arrived.
 */
final class StreamActivity {

    /** Time without data after which the stream counts as quiet. */
    private static final Duration QUIET_TIME = Duration.ofMillis(150);

    /** Maximum delay of a response, even if the stream is never quiet. */
    private static final Duration MAX_DELAY = Duration.ofSeconds(1);

    /** Maximum delay of a response while only a part of a message on the stream has arrived. */
    private static final Duration MAX_PARTIAL_DELAY = Duration.ofSeconds(10);

    private static final long POLL_INTERVAL_MILLIS = 10;

    private enum State {
        OPENING,
        OPEN,
        CLOSED
    }

    private volatile State state = State.CLOSED;
    private volatile boolean hasPartialMessage;
    private volatile long lastDataNanos = System.nanoTime();

    void onOpening() {
        state = State.OPENING;
    }

    void onOpened() {
        lastDataNanos = System.nanoTime();
        state = State.OPEN;
    }

    void onClosed() {
        hasPartialMessage = false;
        state = State.CLOSED;
    }

    /** Records that all received data was handled, so that no part of a message is waiting. Comments are no messages. */
    void onHandled() {
        hasPartialMessage = false;
    }

    /** Returns a stream that reads from another one, and records when data arrives. */
    InputStream observe(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                return recordRead(super.read());
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return recordRead(super.read(bytes, from, length));
            }
        };
    }

    private int recordRead(int result) {
        if (result >= 0) {
            hasPartialMessage = true;
            lastDataNanos = System.nanoTime();
        }
        return result;
    }

    /** Waits until the stream is quiet or closed, the maximum delay is over, or the call is cancelled. */
    void awaitQuiet(CancelScope cancelScope) throws InterruptedException {
        long startNanos = System.nanoTime();
        long nowNanos = startNanos;
        while (!isWaitOver(startNanos, nowNanos) && cancelScope.pause(POLL_INTERVAL_MILLIS)) {
            nowNanos = System.nanoTime();
        }
    }

    /** Returns whether the stream is quiet or closed, or the maximum delay is over. */
    private boolean isWaitOver(long startNanos, long nowNanos) {
        State current = state;
        long idleNanos = nowNanos - Math.max(startNanos, lastDataNanos);
        boolean isSilent = current == State.OPEN && !hasPartialMessage && idleNanos >= QUIET_TIME.toNanos();
        Duration maxDelay = hasPartialMessage ? MAX_PARTIAL_DELAY : MAX_DELAY;
        return current == State.CLOSED || isSilent || nowNanos - startNanos >= maxDelay.toNanos();
    }
}
