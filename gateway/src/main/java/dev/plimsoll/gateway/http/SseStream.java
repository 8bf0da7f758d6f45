package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Messages on their way to a client, in order. Whoever writes them to the client is its reader; a reader that is lost may be
 * followed by another, which goes on behind the last message that the client has. So that a slow client makes the server
 * wait and not the memory grow, a sender waits while there is a reader and too much to read; without a reader the oldest go.
 */
final class SseStream {

    private static final int MOST_WAITING = 1 << 20;
    private static final int MOST_KEPT = 1 << 16;

    /** Part of what an event costs us, whatever it says. */
    private static final int OVERHEAD = 256;

    private static final long TICK_MILLIS = 1_000;

    private final String name;
    private final boolean waits;
    private final ArrayDeque<Event> events = new ArrayDeque<>();
    private long newest;
    private long read;
    private long waitingBytes;
    private long keptBytes;
    private boolean ended;
    private @Nullable Object reader;

    /**
     * A message.
     *
     * @param number from 1, in this stream
     * @param last whether it is what the stream is for: the answer to its request
     */
    record Event(long number, Slice[] message, boolean last) {

        long bytes() {
            long bytes = OVERHEAD;
            for (Slice piece : message) {
                bytes += piece.length();
            }
            return bytes;
        }
    }

    SseStream(String name) {
        this(name, true);
    }

    /**
     * A stream.
     *
     * @param waits whether who sends waits for a slow reader; else what a slow reader has no room for is lost, but for the
     *     answer
     */
    SseStream(String name, boolean waits) {
        this.name = name;
        this.waits = waits;
    }

    String name() {
        return name;
    }

    /** How the answer to a request comes into the stream that is for it. */
    Peer answers() {
        return new Peer() {
            @Override
            public void send(Slice... message) {
                add(true, message);
            }

            @Override
            public void onCancelled() {
                end();
            }
        };
    }

    /** A message that comes before the answer, or belongs to no request. May wait for the reader. */
    void send(Slice... message) {
        add(false, message);
    }

    private synchronized void add(boolean last, Slice... message) {
        if (!last && !waits && waitingBytes > MOST_WAITING) {
            return;
        }
        while (!last && !ended && reader != null && waitingBytes > MOST_WAITING) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        if (ended) {
            return;
        }
        Event event = new Event(++newest, message, last);
        events.add(event);
        waitingBytes += event.bytes();
        ended = last;
        while (reader == null && !last && waitingBytes > MOST_WAITING) {
            drop();
        }
        notifyAll();
    }

    private void drop() {
        Event oldest = events.remove();
        if (oldest.number() > read) {
            waitingBytes -= oldest.bytes();
            read = oldest.number();
        } else {
            keptBytes -= oldest.bytes();
        }
    }

    /** Nothing more will come. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    synchronized boolean isEnded() {
        return ended;
    }

    /** How much is here that no reader has taken, in bytes. */
    synchronized long waiting() {
        return waitingBytes;
    }

    synchronized boolean hasReader() {
        return reader != null;
    }

    /** Takes the place of any other reader; the number of the last message that was taken. */
    synchronized long attach(Object newReader) {
        reader = newReader;
        notifyAll();
        return read;
    }

    synchronized void detach(Object oldReader) {
        if (oldReader.equals(reader)) {
            reader = null;
            notifyAll();
        }
    }

    /** Whether this reader has nothing more to expect. */
    synchronized boolean isOver(Object asking, long after) {
        return !asking.equals(reader) || (ended && after >= newest);
    }

    /** The next message behind that one; null when there is none in time, or never again. */
    synchronized @Nullable Event next(Object asking, long after, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!isOver(asking, after)) {
            for (Event event : events) {
                if (event.number() > after) {
                    taken(event);
                    return event;
                }
            }
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return null;
            }
            wait(left);
        }
        return null;
    }

    /** The same, with somebody who looks after what is waited for every second. */
    @Nullable Event next(Object asking, long after, long millis, Runnable tick) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        Event event = next(asking, after, Math.min(millis, TICK_MILLIS));
        while (event == null && !isOver(asking, after)) {
            tick.run();
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return null;
            }
            event = next(asking, after, Math.min(left, TICK_MILLIS));
        }
        return event;
    }

    /** What was taken is kept a while: it may never have reached the client. */
    private void taken(Event event) {
        if (event.number() <= read) {
            return;
        }
        read = event.number();
        waitingBytes -= event.bytes();
        keptBytes += event.bytes();
        while (keptBytes > MOST_KEPT && events.element().number() < event.number()) {
            drop();
        }
        notifyAll();
    }
}
