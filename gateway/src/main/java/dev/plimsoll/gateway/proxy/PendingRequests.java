package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.proxy.RequestAction.ResultHandler;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The requests that wait for the server's response. */
final class PendingRequests {

    static final int MAX_PENDING = 10_000;
    private static final Set<String> INPUT_REQUEST_METHODS = Set.of("elicitation/create", "sampling/createMessage");

    private final Map<String, PendingRequest> byId = new LinkedHashMap<>();

    /**
     * A pending request.
     *
     * @param progressToken the token of the server's progress notifications, or null
     * @param reply the peer that gets the response
     * @param resultHandler turns the result into the client's answer; null if the result stays unchanged
     * @param lastProgressNanos when the request was sent, or when the server last reported progress
     */
    record PendingRequest(
            Slice id,
            String method,
            @Nullable String progressToken,
            Peer reply,
            @Nullable ResultHandler resultHandler,
            long lastProgressNanos) {

        static PendingRequest of(Message request, Peer reply, @Nullable ResultHandler resultHandler) {
            Slice id = request.id();
            String method = request.method();
            if (id == null || method == null) {
                throw new IllegalArgumentException("request: needs an id and a method");
            }
            Slice token = RequestMeta.progressToken(request);
            // copies the id, so that the request, which may be large, can be collected
            return new PendingRequest(
                    Slice.of(id.toByteArray()),
                    method,
                    token == null || token.length() > 256 ? null : token.utf8(),
                    reply,
                    resultHandler,
                    System.nanoTime());
        }

        /** Ends the request without a response: the client no longer wants one. */
        void cancel() {
            if (resultHandler != null) {
                resultHandler.onCancelled();
            }
            reply.onCancelled();
        }

        PendingRequest withProgressNow() {
            return new PendingRequest(id, method, progressToken, reply, resultHandler, System.nanoTime());
        }
    }

    /** Adds a request. Returns false if too many are pending, or if one has this id. */
    synchronized boolean add(PendingRequest request) {
        return byId.size() < MAX_PENDING && byId.putIfAbsent(RequestId.key(request.id()), request) == null;
    }

    /** Removes the request with this id. Some servers return a number for a string, or the reverse. */
    synchronized @Nullable PendingRequest remove(Slice id) {
        String key = RequestId.key(id);
        PendingRequest found = byId.remove(key);
        return found == null ? byId.remove(RequestId.otherType(key)) : found;
    }

    /** Records progress or an input request of the server. */
    void onServerMessage(Message message) {
        if (message.isRequest() && INPUT_REQUEST_METHODS.contains(String.valueOf(message.method()))) {
            onInputRequest();
        } else {
            onProgress(message);
        }
    }

    /** Notifies all pending requests of an input request, because it does not name the call it belongs to. */
    private synchronized void onInputRequest() {
        byId.values().forEach(pending -> {
            if (pending.resultHandler() != null) {
                pending.resultHandler().onInputRequest();
            }
        });
    }

    private void onProgress(Message notification) {
        if ("notifications/progress".equals(notification.method()) && notification.params() != null) {
            Slice token = ObjectEdit.valueIn(notification.params(), "progressToken");
            if (token != null && token.length() <= 256) {
                onProgress(token.utf8());
            }
        }
    }

    /** Records that the server is working on the request with that token. */
    private synchronized void onProgress(String token) {
        byId.replaceAll((id, pending) -> token.equals(pending.progressToken()) ? pending.withProgressNow() : pending);
    }

    /** Removes and returns the requests without progress since that time. Subscriptions stay: they may be silent for any time. */
    synchronized List<PendingRequest> removeSilentSince(long nanos) {
        return removeIf(pending -> pending.lastProgressNanos() - nanos < 0 && !ProtocolMethod.isLongLived(pending.method()));
    }

    synchronized List<PendingRequest> removeAll() {
        return removeIf(pending -> true);
    }

    private List<PendingRequest> removeIf(Predicate<PendingRequest> filter) {
        List<PendingRequest> removed = new ArrayList<>();
        byId.values().removeIf(pending -> filter.test(pending) && removed.add(pending));
        return removed;
    }

    synchronized int size() {
        return byId.size();
    }
}
