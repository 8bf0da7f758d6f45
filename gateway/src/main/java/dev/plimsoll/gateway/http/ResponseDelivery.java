package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.http.SseStream.Event;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a client gets what comes for it: the answer as one JSON document if it is there soon and nothing comes before it, else
 * all of it as a stream of events.
 */
final class ResponseDelivery {

    private final HttpCall call;
    private final SseStream stream;
    private final Terms terms;
    private boolean begun;

    /** What differs from one kind of request to another. */
    interface Terms {

        AcceptedTypes accepts();

        /** How long the answer is waited for before a stream begins. */
        Duration patience();

        /** How long a stream may be silent. */
        Duration keepAlive();

        /** Whether a client that is lost may go on with the stream. */
        default boolean resumable() {
            return false;
        }

        /** Whether to begin a stream with an id, so that it can be gone on with before anything was said. */
        default boolean marked() {
            return false;
        }

        /** Called again and again while there is no answer. */
        default void waiting() {}

        /** Called before the head of a stream is written. */
        default void streaming(HttpCall call) {}

        /** Called before the answer is written, and before its head where it is one document; gives its status. */
        default int answering(HttpCall call, Slice... answer) {
            return 200;
        }
    }

    ResponseDelivery(HttpCall call, SseStream stream, Terms terms) {
        this.call = call;
        this.stream = stream;
        this.terms = terms;
    }

    /** Whether events with ids were written, or would have been: else nobody can ask for the rest. */
    boolean hasBegun() {
        return begun;
    }

    /**
     * Writes until the answer is written, another reader takes over, or the stream ends without one.
     *
     * @throws IOException when the client is gone
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

    /** Goes on with a stream behind that message. */
    void resume(long after) throws IOException, InterruptedException {
        begun = true;
        EventWriter out = call.events();
        // before the client can know that it has begun: the later of two would lose its place to the earlier
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
