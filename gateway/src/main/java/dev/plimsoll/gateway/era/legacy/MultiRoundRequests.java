package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.rpc.RequestIds;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pending requests of a legacy client. If a modern server requests input in a result, the client gets input
 * requests, and its request is sent again with the responses.
 */
final class MultiRoundRequests {

    /**
     * Pause before a request is repeated because the server's {@code input_required} result contains only
     * request state.
     */
    private static final long REPEAT_PAUSE_MILLIS = 250;

    private final Consumer<Message> server;
    private final Consumer<Message> client;
    private final BiConsumer<Slice, RefusedException> errorSender;
    private final InitializeData initializeData;
    private final RequestIds inputIds;
    private final RequestIds repeatedIds = RequestIds.unique();
    private final PendingRequests<MultiRoundRequest> requestsByServerId = new PendingRequests<>(Integer.MAX_VALUE);

    /**
     * @param errorSender sends an error for the client's request with this id
     * @param inputIds the ids of input requests to the client
     */
    MultiRoundRequests(
            Consumer<Message> server,
            Consumer<Message> client,
            BiConsumer<Slice, RefusedException> errorSender,
            InitializeData initializeData,
            RequestIds inputIds) {
        this.server = server;
        this.client = client;
        this.errorSender = errorSender;
        this.initializeData = initializeData;
        this.inputIds = inputIds;
    }

    /**
     * Adds a request, which is first sent to the server under the client's id. Returns its parameters for the
     * server.
     */
    Slice add(MultiRoundRequest request, @Nullable Slice params) {
        var _ = requestsByServerId.add(request.serverRequestId(), request);
        return withMetadata(request, params);
    }

    private Slice withMetadata(MultiRoundRequest request, @Nullable Slice params) {
        return request.isTask() ? initializeData.withTaskMetadata(params) : initializeData.withClientMetadata(params);
    }

    /** Returns the request that was sent to the server under this id; null if there is none. */
    @Nullable MultiRoundRequest find(Slice serverRequestId) {
        return requestsByServerId.find(serverRequestId);
    }

    /** Removes a request. Returns whether it was pending. */
    boolean remove(MultiRoundRequest request) {
        return requestsByServerId.remove(request.serverRequestId(), request);
    }

    void fail(MultiRoundRequest request, RefusedException why) {
        var _ = remove(request);
        errorSender.accept(request.id(), why);
    }

    /**
     * Removes a request that the client has canceled, and cancels its input requests.
     *
     * @param serverCancellation cancels the request with this id on the server
     */
    void cancel(Slice clientId, Consumer<Slice> serverCancellation) {
        String key = RequestId.key(clientId);
        for (MultiRoundRequest request : requestsByServerId.values()) {
            if (RequestId.key(request.id()).equals(key)) {
                var _ = remove(request);
                List<Slice> inputRequestIds = request.openRequestIds();
                cancelInput(request, "the request was cancelled");
                // while input requests are open, no request is pending on the server: it has returned a result
                if (inputRequestIds.isEmpty()) {
                    serverCancellation.accept(request.serverRequestId());
                }
            }
        }
    }

    private void cancelInput(MultiRoundRequest request, String reason) {
        request.openRequestIds()
                .forEach(inputRequestId -> client.accept(
                        Message.cancellation(inputRequestId, reason).withRelatedRequest(request.id())));
    }

    /** Returns a message of the server with the client's id of the request on whose stream it has arrived. */
    Message withClientRequest(Message message) {
        Slice serverRequestId = message.relatedRequestId();
        MultiRoundRequest request = serverRequestId == null ? null : find(serverRequestId);
        return message.withRelatedRequest(request == null ? null : request.id());
    }

    /** Sends the client the input requests in a result. If there are none, repeats the request after a pause. */
    void requestInput(MultiRoundRequest request, Slice result) {
        List<Message> inputRequests;
        try {
            inputRequests = request.createInputRequests(result, initializeData, inputIds);
        } catch (RefusedException why) {
            fail(request, why);
            return;
        }
        inputRequests.forEach(client);
        if (inputRequests.isEmpty()) {
            CompletableFuture.delayedExecutor(REPEAT_PAUSE_MILLIS, TimeUnit.MILLISECONDS, Thread::startVirtualThread)
                    .execute(() -> repeat(request));
        }
    }

    /** Takes the client's response to an input request. After the last one, the client's request is sent again. */
    void acceptResponse(Message response, Slice id) {
        for (MultiRoundRequest request : requestsByServerId.values()) {
            if (request.hasOpenRequest(id)) {
                try {
                    if (request.acceptResponse(response)) {
                        repeat(request);
                    }
                } catch (RefusedException why) {
                    cancelInput(request, "another input request failed");
                    fail(request, why);
                }
                return;
            }
        }
    }

    private void repeat(MultiRoundRequest request) {
        Slice formerId = request.serverRequestId();
        Slice id = repeatedIds.next();
        Slice params = withMetadata(request, request.startNextRound(id));
        var _ = requestsByServerId.add(id, request);
        if (requestsByServerId.remove(formerId, request)) {
            server.accept(Message.request(id, request.method(), params));
        } else {
            var _ = requestsByServerId.remove(id, request);
        }
    }
}
