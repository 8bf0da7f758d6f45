package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Collects the responses to a batch and sends them as one array, which revisions up to 2025-03-26 require. Thread-safe.
 */
public final class BatchResponse {

    private final Peer requester;
    private final int expectedCount;
    private final Executor canceller;
    private final List<Message> responses = new ArrayList<>();
    private int cancelledCount;

    private BatchResponse(Peer requester, int expectedCount, Executor canceller) {
        this.requester = requester;
        this.expectedCount = expectedCount;
        this.canceller = canceller;
    }

    /**
     * Passes the messages of a batch to a handler, in order.
     *
     * @param requester gets the array with the responses, if the batch has requests
     * @param handler handles a message, and sends the response to the given peer; it must answer each message that
     *     expects a response
     * @param canceller sends the array if a cancellation completes it: the thread that reads from the client must not
     *     wait for the client to read
     */
    public static void handle(
            List<Message> batch, Peer requester, BiConsumer<Message, Peer> handler, Executor canceller) {
        int expectedCount =
                (int) batch.stream().filter(Message::isResponseExpected).count();
        BatchResponse response = new BatchResponse(requester, expectedCount, canceller);
        for (Message message : batch) {
            handler.accept(message, message.isResponseExpected() ? response.new RequestPeer(message.id()) : requester);
        }
    }

    private void add(Message response, boolean isCancelled) throws IOException {
        synchronized (this) {
            responses.add(response);
            cancelledCount += isCancelled ? 1 : 0;
            if (responses.size() < expectedCount) {
                return;
            }
        }
        if (cancelledCount == expectedCount) {
            requester.onCancelled();
        } else {
            requester.send(Message.batch(responses));
        }
    }

    /** Receives the response to one request of the batch. */
    private final class RequestPeer implements Peer {

        private final @Nullable Slice id;
        private final AtomicBoolean hasResponse = new AtomicBoolean();

        RequestPeer(@Nullable Slice id) {
            this.id = id;
        }

        @Override
        public void send(Message message) throws IOException {
            if (message.method() != null) {
                requester.send(message);
            } else if (hasResponse.compareAndSet(false, true)) {
                add(message, false);
            }
        }

        /**
         * Adds an error, because the batch is only sent when each of its requests has a response. If all requests are
         * cancelled, nothing is sent.
         */
        @Override
        public void onCancelled() {
            RefusedException reason = new RefusedException(
                    ErrorCode.INVALID_REQUEST, "cancelled", "repeat the request if its result is needed");
            Message error = Message.error(id, new ErrorObject(ErrorObject.INTERNAL_ERROR, reason));
            canceller.execute(() -> {
                try {
                    if (hasResponse.compareAndSet(false, true)) {
                        add(error, true);
                    }
                } catch (IOException e) {
                    // the client has disconnected
                }
            });
        }
    }
}
