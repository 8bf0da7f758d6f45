package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.proxy.RequestAction.Arrival;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.RequestId;
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

    static final int MOST = 10_000;
    private static final Set<String> ASKING = Set.of("elicitation/create", "sampling/createMessage");
    private static final String LISTENING = "subscriptions/listen";

    private final Map<String, Waiting> byId = new LinkedHashMap<>();

    /**
     * A pending request.
     *
     * @param progressToken the token of the server's progress notifications, or null
     * @param reply the peer that gets the response
     * @param arrival turns the result into the client's answer; null if the result stays unchanged
     * @param sinceNanos when the request was sent, or when the server last reported progress
     */
    record Waiting(
            Slice id,
            String method,
            @Nullable String progressToken,
            Peer reply,
            @Nullable Arrival arrival,
            long sinceNanos) {

        static Waiting of(Message request, Peer reply, @Nullable Arrival resultHandler) {
            Slice id = request.id();
            String method = request.method();
            if (id == null || method == null) {
                throw new IllegalArgumentException("request: needs an id and a method");
            }
            Slice meta = Revision.meta(request);
            Slice token = meta == null ? null : ObjectEdit.valueIn(meta, "progressToken");
            // copies the id, so that the request, which may be large, can be collected
            return new Waiting(
                    Slice.of(id.toByteArray()),
                    method,
                    token == null || token.length() > 256 ? null : token.utf8(),
                    reply,
                    resultHandler,
                    System.nanoTime());
        }

        /** Ends the request without a response: the client no longer wants one. */
        void abandoned() {
            if (arrival != null) {
                arrival.abandoned();
            }
            reply.onCancelled();
        }

        Waiting touched() {
            return new Waiting(id, method, progressToken, reply, arrival, System.nanoTime());
        }
    }

    /** Adds a request. Returns false if too many are pending, or if one has this id. */
    synchronized boolean add(Waiting request) {
        return byId.size() < MOST && byId.putIfAbsent(RequestId.key(request.id()), request) == null;
    }

    /** Removes the request with this id. Some servers return a number for a string, or the reverse. */
    synchronized @Nullable Waiting remove(Slice id) {
        String key = RequestId.key(id);
        Waiting found = byId.remove(key);
        return found == null ? byId.remove(RequestId.otherType(key)) : found;
    }

    /** Records progress or an input request of the server. */
    void heard(Message message) {
        if (message.isRequest() && ASKING.contains(String.valueOf(message.method()))) {
            asks();
        } else {
            progress(message);
        }
    }

    /** Notifies all pending requests of an input request, because it does not name the call it belongs to. */
    private synchronized void asks() {
        byId.values().forEach(pending -> {
            if (pending.arrival() != null) {
                pending.arrival().asks();
            }
        });
    }

    private void progress(Message notification) {
        if ("notifications/progress".equals(notification.method()) && notification.params() != null) {
            Slice token = ObjectEdit.valueIn(notification.params(), "progressToken");
            if (token != null && token.length() <= 256) {
                progress(token.utf8());
            }
        }
    }

    /** Records that the server is working on the request with that token. */
    private synchronized void progress(String token) {
        byId.replaceAll((id, pending) -> token.equals(pending.progressToken()) ? pending.touched() : pending);
    }

    /** Removes and returns the requests without progress since that time. Subscriptions stay: they may be silent for any time. */
    synchronized List<Waiting> silentSince(long nanos) {
        return take(pending -> pending.sinceNanos() - nanos < 0 && !LISTENING.equals(pending.method()));
    }

    synchronized List<Waiting> all() {
        return take(pending -> true);
    }

    private List<Waiting> take(Predicate<Waiting> filter) {
        List<Waiting> removed = new ArrayList<>();
        byId.values().removeIf(pending -> filter.test(pending) && removed.add(pending));
        return removed;
    }

    synchronized int size() {
        return byId.size();
    }
}
