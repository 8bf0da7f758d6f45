package dev.plimsoll.gateway.http.exchange;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The second half of a call, after its body has arrived. Its steps may run on different threads. */
public final class DeferredResponse {

    private final Runnable request;
    private final SseStream stream;
    private final ResponseDelivery responseDelivery;
    private final EndListener endListener;
    private volatile @Nullable Throwable failure;

    /** Runs at the end of a call. */
    public interface EndListener {

        /**
         * Called when nothing more is written to the client.
         *
         * @param isComplete whether the stream is no longer needed: the client has the whole response, or got no stream
         *     that it could resume
         */
        void onEnd(boolean isComplete);
    }

    public DeferredResponse(
            Runnable request, SseStream stream, ResponseDelivery responseDelivery, EndListener endListener) {
        this.request = request;
        this.stream = stream;
        this.responseDelivery = responseDelivery;
        this.endListener = endListener;
    }

    /** Returns a copy that also runs {@code more} at the end. */
    public DeferredResponse andThen(Runnable more) {
        return new DeferredResponse(request, stream, responseDelivery, isComplete -> {
            try {
                endListener.onEnd(isComplete);
            } finally {
                more.run();
            }
        });
    }

    /** Sends the body to the server. May block until the response is available. */
    public void sendRequest() {
        try {
            request.run();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            failure = e;
            stream.end();
        }
    }

    /**
     * Writes the messages for the client as they arrive, and ends the call.
     *
     * @throws IOException if the client has disconnected
     */
    public void deliver() throws IOException, InterruptedException {
        boolean isComplete = false;
        try {
            switch (failure) {
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                case null, default -> responseDelivery.run();
            }
            isComplete = stream.isEnded();
        } finally {
            endListener.onEnd(isComplete || !responseDelivery.hasStreamStarted());
        }
    }
}
