package dev.plimsoll.gateway.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The second half of a call, after its body has arrived. Its steps may run on different threads. */
final class DeferredResponse {

    private final Runnable asking;
    private final SseStream stream;
    private final ResponseDelivery responseDelivery;
    private final End end;
    private volatile @Nullable Throwable failure;

    /** Runs at the end of a call. */
    interface End {

        /**
         * Called when nothing more is written to the client.
         *
         * @param complete whether the client has the whole response, or cannot resume it
         */
        void of(boolean complete);
    }

    DeferredResponse(Runnable asking, SseStream stream, ResponseDelivery responseDelivery, End end) {
        this.asking = asking;
        this.stream = stream;
        this.responseDelivery = responseDelivery;
        this.end = end;
    }

    /** Returns a copy that also runs {@code more} at the end. */
    DeferredResponse andThen(Runnable more) {
        return new DeferredResponse(asking, stream, responseDelivery, complete -> {
            try {
                end.of(complete);
            } finally {
                more.run();
            }
        });
    }

    /** Sends the body to the server. May block until the response is available. */
    void ask() {
        try {
            asking.run();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            failure = e;
            stream.end();
        }
    }

    /**
     * Writes the messages for the client as they arrive, and ends the call.
     *
     * @throws IOException if the client has closed
     */
    void deliver() throws IOException, InterruptedException {
        boolean complete = false;
        try {
            switch (failure) {
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                case null, default -> responseDelivery.run();
            }
            complete = stream.isEnded();
        } finally {
            end.of(complete || !responseDelivery.hasBegun());
        }
    }
}
