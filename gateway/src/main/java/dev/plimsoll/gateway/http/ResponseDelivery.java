package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.http.SseStream.Event;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Writes the messages for a client: one JSON document if the response is there soon and no message comes before it, otherwise
 * an event stream.
 */
final class ResponseDelivery {

    private final HttpCall call;
    private final SseStream stream;
    private final Terms terms;
    private boolean begun;

    /** Response terms: the differences between kinds of requests. */
    interface Terms {

        AcceptedTypes accepts();

        /** Returns how long to wait for the response before a stream begins. */
        Duration patience();

        /** Returns how long a stream may be silent. */
        Duration keepAlive();

        /** Returns whether a client that was disconnected may resume the stream. */
        default boolean resumable() {
            return false;
        }

        /** Returns whether a stream begins with an id, so that it can be resumed before the first message. */
        default boolean marked() {
            return false;
        }

        /** Called repeatedly while there is no response. */
        default void waiting() {}

        /** Called before the headers of a stream are written. */
        default void streaming(HttpCall call) {}

        /** Called before the response is written, and before its headers if it is one document. Returns its status. */
        default int answering(HttpCall call, Slice... answer) {
            return 200;
        }
    }

    ResponseDelivery(HttpCall call, SseStream stream, Terms terms) {
        this.call = call;
        this.stream = stream;
        this.terms = terms;
    }

    /** Returns whether an event stream was begun. Otherwise the client has no id to resume from. */
    boolean hasBegun() {
        return begun;
    }

    /**
     * Writes until the response is written, another reader takes over, or the stream ends without a response.
     *
     * @throws IOException if the client has closed
     */
    void run() throws IOException, InterruptedException {
        stream.attach(this);
        try {
            Event first = first();
            if (first != null && first.last()) {
                CacheMark.put(call, first.message());
            }
            boolean document = first == null
                    ? !terms.accepts().events()
                    : first.last() && terms.accepts().json();
            if (!document) {
                stream(first);
            } else if (first == null) {
                call.empty(202);
            } else {
                call.json(terms.answering(call, first.message()), first.message());
            }
        } finally {
            stream.detach(this);
        }
    }

    private @Nullable Event first() throws InterruptedException {
        Event first = null;
        boolean waits = true;
        while (first == null && waits && !stream.isOver(this, 0)) {
            first = stream.next(this, 0, terms.patience().toMillis());
            waits = !terms.accepts().events();
            if (first == null) {
                terms.waiting();
            }
        }
        return first;
    }

    private void stream(@Nullable Event first) throws IOException, InterruptedException {
        terms.streaming(call);
        begun = true;
        EventWriter out = call.events();
        if (terms.marked()) {
            out.mark(id(0));
        }
        if (first != null) {
            write(out, first);
        } else if (!terms.marked()) {
            out.comment();
        }
        follow(out, first == null ? 0 : first.number());
    }

    /** Resumes a stream after the message with that number. */
    void resume(long after) throws IOException, InterruptedException {
        begun = true;
        EventWriter out = call.events();
        // attach before the client can see a byte: otherwise, of two readers, the earlier one could displace the later
        long taken = stream.attach(this);
        try {
            out.comment();
            follow(out, after < 0 ? taken : after);
        } finally {
            stream.detach(this);
        }
    }

    private void follow(EventWriter out, long from) throws IOException, InterruptedException {
        long after = from;
        while (!stream.isOver(this, after)) {
            Event event = stream.next(this, after, terms.keepAlive().toMillis(), terms::waiting);
            if (event != null) {
                write(out, event);
                after = event.number();
            } else if (!stream.isOver(this, after)) {
                out.comment();
            }
        }
        out.end();
    }

    private void write(EventWriter out, Event event) throws IOException {
        if (event.last()) {
            terms.answering(call, event.message());
        }
        out.message(terms.resumable() ? id(event.number()) : null, event.message());
    }

    private String id(long number) {
        return stream.name() + "." + number;
    }
}
