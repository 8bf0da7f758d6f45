package dev.plimsoll.gateway.http.exchange;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A queue of messages to a client, in order. A reader writes them to the client. If it loses the client, another reader can
 * resume after the last message that the client has. A sender waits while there is a reader with too much to read, so that a
 * slow client slows down the server and memory stays bounded. Without a reader, the oldest messages above the limit are dropped.
 */
public final class SseStream {

    private static final int MAX_UNREAD_BYTES = 1 << 20;

    /** Maximum bytes of messages that stay after a reader has taken them, so that another reader can resume. */
    private static final int MAX_REPLAY_BYTES = 1 << 16;

    /** Bytes to count for an event in addition to its message. */
    private static final int EVENT_OVERHEAD_BYTES = 256;

    private static final long WAIT_TASK_MILLIS = 1_000;

    private final String name;
    private final boolean blocksSenders;
    private final ArrayDeque<Event> events = new ArrayDeque<>();
    private long newestNumber;
    /** The number of the last message that a reader has taken, or that was dropped unread. */
    private long readNumber;

    private long unreadBytes;
    private long replayBytes;
    /** True if only responses are added from now on. */
    private boolean isEnding;

    private boolean isEnded;
    private @Nullable Object reader;
    private boolean hasHadReader;

    /**
     * A message in the stream.
     *
     * @param number counts from 1 in this stream
     * @param isResponse whether the message is a response; it ends the stream of a single request
     */
    public record Event(long number, Message message, boolean isResponse) {

        long bytes() {
            return (long) EVENT_OVERHEAD_BYTES + message.length();
        }
    }

    public SseStream(String name) {
        this(name, true);
    }

    /**
     * Creates a stream.
     *
     * @param blocksSenders whether senders wait for a slow reader; if false, a new message above the limit is dropped,
     *     unless it is the response
     */
    public SseStream(String name, boolean blocksSenders) {
        this.name = name;
        this.blocksSenders = blocksSenders;
    }

    public String name() {
        return name;
    }

    /** Returns the peer that receives the response of a request and adds it to this stream. */
    public Peer requester() {
        return new Peer() {
            @Override
            public void send(Message message) {
                add(true, true, message);
            }

            @Override
            public void onCancelled() {
                end();
            }
        };
    }

    /** Adds a message that is not the response. May block until the reader catches up. */
    public void send(Message message) {
        add(false, false, message);
    }

    /** Adds a response of a stream that carries many. Neither waits for a slow reader nor ends the stream. */
    public void sendResponse(Message message) {
        add(true, false, message);
    }

    private synchronized void add(boolean isResponse, boolean isLast, Message message) {
        if (!isResponse && !blocksSenders && unreadBytes > MAX_UNREAD_BYTES) {
            return;
        }
        while (!isResponse && !isEnding && reader != null && unreadBytes > MAX_UNREAD_BYTES) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        if (isEnded || (isEnding && !isResponse)) {
            return;
        }
        Event event = new Event(++newestNumber, message, isResponse);
        events.add(event);
        unreadBytes += event.bytes();
        isEnded = isLast;
        isEnding |= isLast;
        while (reader == null && !isResponse && unreadBytes > MAX_UNREAD_BYTES) {
            dropOldest();
        }
        notifyAll();
    }

    private void dropOldest() {
        Event oldest = events.remove();
        if (oldest.number() > readNumber) {
            unreadBytes -= oldest.bytes();
            readNumber = oldest.number();
        } else {
            replayBytes -= oldest.bytes();
        }
    }

    /** Begins the end of the stream: only responses will follow. Frees senders that wait for the reader. */
    public synchronized void beginEnd() {
        isEnding = true;
        notifyAll();
    }

    /** Ends the stream: no message will follow. */
    public synchronized void end() {
        isEnding = true;
        isEnded = true;
        notifyAll();
    }

    public synchronized boolean isEnded() {
        return isEnded;
    }

    /** Returns the number of bytes that no reader has taken. */
    public synchronized long unreadBytes() {
        return unreadBytes;
    }

    public synchronized boolean hasReader() {
        return reader != null;
    }

    /**
     * Returns whether a message that is sent now reaches the client soon: the stream is open, and has a reader or waits for its
     * first one.
     */
    public synchronized boolean isReadable() {
        return !isEnded && (reader != null || !hasHadReader);
    }

    /** Replaces any other reader. Returns the number of the last message that an earlier reader has taken. */
    public synchronized long attach(Object newReader) {
        reader = newReader;
        hasHadReader = true;
        notifyAll();
        return readNumber;
    }

    public synchronized void detach(Object oldReader) {
        if (oldReader.equals(reader)) {
            reader = null;
            notifyAll();
        }
    }

    /** Returns whether another reader has replaced this one, or this one has taken the last message of an ended stream. */
    public synchronized boolean isFinished(Object currentReader, long lastNumber) {
        return !currentReader.equals(reader) || (isEnded && lastNumber >= newestNumber);
    }

    /**
     * Returns the next message after {@code lastNumber}; null if none arrives within {@code millis}, the stream has ended, or
     * another reader has replaced this one.
     */
    public synchronized @Nullable Event next(Object currentReader, long lastNumber, long millis)
            throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!isFinished(currentReader, lastNumber)) {
            for (Event event : events) {
                if (event.number() > lastNumber) {
                    markRead(event);
                    return event;
                }
            }
            long remainingMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            if (remainingMillis <= 0) {
                return null;
            }
            wait(remainingMillis);
        }
        return null;
    }

    /**
     * Returns the next message, like {@link #next(Object, long, long)}. Runs {@code waitTask} every second while waiting.
     */
    public @Nullable Event next(Object currentReader, long lastNumber, long millis, Runnable waitTask)
            throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        Event event = next(currentReader, lastNumber, Math.min(millis, WAIT_TASK_MILLIS));
        while (event == null && !isFinished(currentReader, lastNumber)) {
            waitTask.run();
            long remainingMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            if (remainingMillis <= 0) {
                return null;
            }
            event = next(currentReader, lastNumber, Math.min(remainingMillis, WAIT_TASK_MILLIS));
        }
        return event;
    }

    /** Marks a message as taken. It stays in the queue for a while, because it may not have reached the client. */
    private void markRead(Event event) {
        if (event.number() <= readNumber) {
            return;
        }
        readNumber = event.number();
        unreadBytes -= event.bytes();
        replayBytes += event.bytes();
        while (replayBytes > MAX_REPLAY_BYTES && events.element().number() < event.number()) {
            dropOldest();
        }
        notifyAll();
    }
}
