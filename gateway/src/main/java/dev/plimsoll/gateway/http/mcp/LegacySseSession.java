package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.http.exchange.EventWriter;
import dev.plimsoll.gateway.http.exchange.SseStream;
import dev.plimsoll.gateway.http.exchange.SseStream.Event;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A session over HTTP+SSE, with the posted requests whose responses its event stream has not taken yet. */
final class LegacySseSession {

    private final ClientSession clientSession;
    private final Runnable onNotInitialized;
    private final Set<StreamRequester> openRequesters = ConcurrentHashMap.newKeySet();
    private final AtomicInteger unansweredRequests = new AtomicInteger();
    private final AtomicBoolean isConnecting = new AtomicBoolean();
    private volatile boolean isEnded;
    /** When the session ends unless it is initialized. */
    private volatile long deadlineNanos;

    /** @param onNotInitialized ends the session, because the response to {@code initialize} is an error */
    LegacySseSession(ClientSession clientSession, Runnable onNotInitialized) {
        this.clientSession = clientSession;
        this.onNotInitialized = onNotInitialized;
    }

    ClientSession clientSession() {
        return clientSession;
    }

    /** Returns whether this call is the first one, so that only one request connects the session to its server. */
    boolean beginConnecting() {
        return isConnecting.compareAndSet(false, true);
    }

    /** Sets the time in which the client and the server must take the next step of the initialization. */
    void setTimeLimit(Duration limit) {
        deadlineNanos = System.nanoTime() + limit.toNanos();
    }

    boolean isOverdue() {
        return !clientSession.isInitialized() && System.nanoTime() - deadlineNanos > 0;
    }

    // --- the stream

    /**
     * Writes the messages for the client until the session ends.
     *
     * @param postUrl the URL for {@code POST} requests
     * @param waitTask runs every second while there is no message
     * @throws IOException if the client has disconnected
     */
    void deliver(EventWriter writer, String postUrl, Duration keepAlive, Runnable waitTask)
            throws IOException, InterruptedException {
        SseStream stream = clientSession.generalStream();
        long lastNumber = stream.attach(this);
        try {
            writer.writeEvent("endpoint", List.of(Slice.of(postUrl)));
            while (!stream.isFinished(this, lastNumber)) {
                Event event = stream.next(this, lastNumber, keepAlive.toMillis(), waitTask);
                if (event != null) {
                    writer.writeEvent("message", event.message().segments());
                    lastNumber = event.number();
                } else if (!stream.isFinished(this, lastNumber)) {
                    writer.writeComment();
                }
            }
            writer.end();
        } finally {
            stream.detach(this);
        }
    }

    long unreadBytes() {
        return clientSession.generalStream().unreadBytes();
    }

    /** Adds a message without waiting for the client. */
    void send(Message message) {
        clientSession.generalStream().sendResponse(message);
    }

    // --- requests

    /** Returns the number of posted bodies whose response does not exist yet. */
    int unansweredRequests() {
        return unansweredRequests.get();
    }

    /** Returns whether the response to a posted body is not in the stream yet. */
    boolean hasOpenRequests() {
        return !openRequesters.isEmpty();
    }

    /** Returns the peer that passes the response to a posted body to the stream. */
    Peer openRequester(boolean isForInitialize, Runnable onEnd) {
        StreamRequester requester = new StreamRequester(isForInitialize, onEnd);
        unansweredRequests.incrementAndGet();
        openRequesters.add(requester);
        if (isEnded) {
            requester.onCancelled();
        }
        return requester;
    }

    /** Ends all requests: no response can reach the client any more. */
    void endRequests() {
        isEnded = true;
        openRequesters.forEach(StreamRequester::onCancelled);
    }

    /** Passes the response to the event stream. */
    private final class StreamRequester implements Peer {

        private final boolean isForInitialize;
        private final Runnable onEnd;
        private final AtomicBoolean isAnswered = new AtomicBoolean();

        StreamRequester(boolean isForInitialize, Runnable onEnd) {
            this.isForInitialize = isForInitialize;
            this.onEnd = onEnd;
        }

        @Override
        public void send(Message response) {
            if (isForInitialize) {
                clientSession.onInitializeResponse(response);
            }
            // before the client has the response: it may send its next request at once
            release();
            LegacySseSession.this.send(response);
            openRequesters.remove(this);
            if (isForInitialize && !clientSession.isInitialized()) {
                onNotInitialized.run();
            }
        }

        @Override
        public void onCancelled() {
            release();
            openRequesters.remove(this);
        }

        private void release() {
            if (isAnswered.compareAndSet(false, true)) {
                unansweredRequests.decrementAndGet();
                onEnd.run();
            }
        }
    }
}
