package dev.plimsoll.gateway.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The second half of a call, when all that was posted is here. Its parts may run in different threads. */
final class DeferredResponse {

    private final Runnable asking;
    private final SseStream stream;
    private final ResponseDelivery responseDelivery;
    private final End end;
    private volatile @Nullable Throwable failure;

    /** What is to be done in the end. */
    interface End {

        /**
         * Nobody writes to the client any more.
         *
         * @param complete whether the client has all that there will be, or will not come back for it
         */
        void of(boolean complete);
    }

    DeferredResponse(Runnable asking, SseStream stream, ResponseDelivery responseDelivery, End end) {
        this.asking = asking;
        this.stream = stream;
        this.responseDelivery = responseDelivery;
        this.end = end;
    }

    /** The same with more to be done in the end. */
    DeferredResponse andThen(Runnable more) {
        return new DeferredResponse(asking, stream, responseDelivery, complete -> {
            try {
                end.of(complete);
            } finally {
                more.run();
            }
        });
    }

    /** Says to the server what was posted; may take until the answer is there. */
    void ask() {
        try {
            asking.run();
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
                case null, default -> responseDelivery.run();
            }
            complete = stream.isEnded();
        } finally {
            end.of(complete || !responseDelivery.hasBegun());
        }
    }
}
