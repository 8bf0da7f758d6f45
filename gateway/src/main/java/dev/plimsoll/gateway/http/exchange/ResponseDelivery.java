package dev.plimsoll.gateway.http.exchange;

import dev.plimsoll.gateway.http.exchange.SseStream.Event;
import dev.plimsoll.gateway.rpc.Message;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Writes the messages for a client: one JSON document if the response is there soon and no message comes before it, otherwise
 * an event stream.
 */
public final class ResponseDelivery {

    /**
     * Time between two comments that find out whether the client has disconnected. Writing the first comment
     * succeeds even after a disconnect; only writing the second one fails.
     */
    private static final long PROBE_MILLIS = 50;

    private final HttpCall call;
    private final SseStream stream;
    private final Terms terms;
    private boolean hasStreamStarted;

    /** Response terms: the settings of a delivery, which differ between kinds of requests. */
    public interface Terms {

        AcceptedTypes acceptedTypes();

        /** Returns how long to wait for the response before a stream begins. */
        Duration streamDelay();

        /** Returns how long a stream may be silent. */
        Duration keepAlive();

        /** Returns whether a client that was disconnected may resume the stream. */
        default boolean isResumable() {
            return false;
        }

        /** Returns whether a stream begins with an id, so that it can be resumed before the first message. */
        default boolean startsWithId() {
            return false;
        }

        /** Returns whether the call is cancelled when the client disconnects, which should then be noticed soon. */
        default boolean isCancelledByDisconnect() {
            return false;
        }

        /** Called repeatedly while there is no response. */
        default void onWait() {}

        /** Called before the headers of a stream are written. */
        default void onStream(HttpCall call) {}

        /** Called before the response is written, and before its headers if it is one document. Returns its status. */
        default int onResponse(HttpCall call, Message response) {
            return 200;
        }
    }

    public ResponseDelivery(HttpCall call, SseStream stream, Terms terms) {
        this.call = call;
        this.stream = stream;
        this.terms = terms;
    }

    /** Returns whether an event stream was begun. Otherwise the client has no id to resume from. */
    boolean hasStreamStarted() {
        return hasStreamStarted;
    }

    /**
     * Writes until the response is written, another reader takes over, or the stream ends without a response.
     *
     * @throws IOException if the client has disconnected
     */
    void run() throws IOException, InterruptedException {
        stream.attach(this);
        try {
            Event firstEvent = awaitFirstEvent();
            if (firstEvent != null && firstEvent.isResponse()) {
                CacheMark.addHeader(call, firstEvent.message());
            }
            boolean isDocument = firstEvent == null
                    ? !terms.acceptedTypes().events()
                    : firstEvent.isResponse() && terms.acceptedTypes().json();
            if (!isDocument) {
                streamFrom(firstEvent);
            } else if (firstEvent == null) {
                call.sendEmpty(202);
            } else {
                Message response = firstEvent.message();
                call.sendJson(terms.onResponse(call, response), response.segments());
            }
        } finally {
            stream.detach(this);
        }
    }

    private @Nullable Event awaitFirstEvent() throws InterruptedException {
        Event firstEvent = null;
        boolean isWaiting = true;
        while (firstEvent == null && isWaiting && !stream.isFinished(this, 0)) {
            firstEvent = stream.next(this, 0, terms.streamDelay().toMillis());
            isWaiting = !terms.acceptedTypes().events();
            if (firstEvent == null) {
                terms.onWait();
            }
        }
        return firstEvent;
    }

    private void streamFrom(@Nullable Event firstEvent) throws IOException, InterruptedException {
        terms.onStream(call);
        hasStreamStarted = true;
        EventWriter writer = call.beginEvents();
        if (terms.startsWithId()) {
            writer.writeId(eventId(0));
        }
        if (firstEvent != null) {
            write(writer, firstEvent);
        } else if (!terms.startsWithId()) {
            writer.writeComment();
        }
        follow(writer, firstEvent == null ? 0 : firstEvent.number());
    }

    /**
     * Resumes a stream after a message.
     *
     * @param lastNumber the number of that message; negative for the last message that a reader has taken
     */
    public void resume(long lastNumber) throws IOException, InterruptedException {
        hasStreamStarted = true;
        EventWriter writer = call.beginEvents();
        // attach before the client can see a byte: otherwise, of two readers, the earlier one could displace the later
        long lastTaken = stream.attach(this);
        try {
            writer.writeComment();
            follow(writer, lastNumber < 0 ? lastTaken : lastNumber);
        } finally {
            stream.detach(this);
        }
    }

    private void follow(EventWriter writer, long from) throws IOException, InterruptedException {
        long lastNumber = from;
        boolean isProbeDue = terms.isCancelledByDisconnect();
        while (!stream.isFinished(this, lastNumber)) {
            Event event = isProbeDue
                    ? stream.next(this, lastNumber, PROBE_MILLIS)
                    : stream.next(this, lastNumber, terms.keepAlive().toMillis(), terms::onWait);
            if (event != null) {
                write(writer, event);
                lastNumber = event.number();
            } else if (!stream.isFinished(this, lastNumber)) {
                writer.writeComment();
                isProbeDue = !isProbeDue && terms.isCancelledByDisconnect();
            }
        }
        writer.end();
    }

    private void write(EventWriter writer, Event event) throws IOException {
        if (event.isResponse()) {
            terms.onResponse(call, event.message());
        }
        writer.writeMessage(
                terms.isResumable() ? eventId(event.number()) : null,
                event.message().segments());
    }

    private String eventId(long number) {
        return stream.name() + "." + number;
    }
}
