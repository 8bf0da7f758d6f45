package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.backend.Line;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The second half of a call, when all that was posted is here. Its parts may run in different threads. */
final class Answer {

    private final Said said;
    private final Line line;
    private final EventStream stream;
    private final Delivery delivery;
    private final End end;
    private volatile @Nullable Throwable failure;

    /** What is to be done in the end. */
    interface End {

        /**
         * Nobody writes to the client any more.
         *
         * @param complete whether the client has all that there will be, or will not come back for it
         */
        void of(EventStream stream, boolean complete);
    }

    Answer(HttpCall call, Said said, Line line, EventStream stream, Delivery.Terms terms, End end) {
        this.said = said;
        this.line = line;
        this.stream = stream;
        this.delivery = new Delivery(call, stream, terms);
        this.end = end;
    }

    /** Says to the server what was posted; may take until the answer is there. */
    void ask() {
        try {
            line.hear(said.body(), stream.answers());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            failure = e;
            stream.end();
        }
    }

    /**
     * Writes what comes back, as soon as it comes, and ends.
     *
     * @throws IOException when the client is gone
     */
    void deliver() throws IOException, InterruptedException {
        boolean complete = false;
        try {
            switch (failure) {
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                case null, default -> delivery.run();
            }
            complete = stream.isEnded();
        } finally {
            end.of(stream, complete || !delivery.hasBegun());
        }
    }
}
